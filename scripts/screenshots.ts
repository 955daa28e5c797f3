import { takeAll } from './screenshots/all.ts';
import { takeReadme } from './screenshots/readme.ts';
import { BROWSER, KEYRING, requireInstalled } from './test/requirements.ts';

// `npm run screenshots`: retakes the README's screenshots; with `--all`, every scene of the panel, outside git.

const isAll = process.argv.includes('--all');
requireInstalled(isAll ? BROWSER : [...BROWSER, ...KEYRING]);
if (isAll) console.log(`Open ${await takeAll()}`);
else await takeReadme();
