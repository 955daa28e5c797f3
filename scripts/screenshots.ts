import { takeAll } from './screenshots/all.ts';
import { takePictures } from './screenshots/pictures.ts';
import { BROWSER, program, requireInstalled } from './test/requirements.ts';

// `npm run screenshots`: retakes the pictures of README and docs; with `--all`, every scene of the panel, outside git.

requireInstalled([...BROWSER, program('apngasm', 'apngasm')]);
if (process.argv.includes('--all')) console.log(`Open ${await takeAll()}`);
else await takePictures();
