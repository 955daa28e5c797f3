import { debianPackages, missing } from './requirements.ts';

// One Debian package per line that this system lacks for `npm test`; nothing where it has them all. For a workflow that may
// install them, which `npm test` itself does as root only.
for (const name of debianPackages(missing())) console.log(name);
