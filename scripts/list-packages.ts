import { planTests } from './test/plan.ts';

// Prints the Debian packages that this system lacks for `npm test`, one per line, for a workflow to install.
for (const name of planTests(process.platform).packages) console.log(name);
