export { exclusively, LockTimeout } from './exclusively.ts';
export { writeAtomically } from './write-atomically.ts';
