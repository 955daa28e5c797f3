/* A process that acts on the folder of its argument until it is killed. Prints whether it does. */
import { tryToAct } from '../acting-lock.ts';

const [folder = ''] = process.argv.slice(2);
const release = await tryToAct(folder, { program: 'watch', pid: process.pid });
process.stdout.write(`${release === null ? 'other' : 'acts'} ${process.pid}\n`);
setInterval(() => {}, 60_000);
