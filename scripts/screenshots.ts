import { takeAll } from './screenshots/all.ts';
import { takeReadme } from './screenshots/readme.ts';

// `npm run screenshots`: retakes the README's screenshots; with `--all`, everything that the panel can show, outside git. Look at
// them afterwards.

if (process.argv.includes('--all')) console.log(`Open ${await takeAll()}`);
else await takeReadme();
