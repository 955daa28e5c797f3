/* Writes so many bytes to a file, atomically, and says `written`, or the code of the error. Arguments: the file, bytes. */
import { writeAtomically } from '../write-atomically.ts';

const [path = '', bytes = ''] = process.argv.slice(2);
try {
  await writeAtomically(path, 'n'.repeat(Number(bytes)));
  process.stdout.write('written\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error && 'code' in error ? error.code : error}\n`);
}
