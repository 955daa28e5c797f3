export { exclusively, LockTimeout, LockUnavailable } from './exclusively.ts';
export { writeAtomically } from './write-atomically.ts';
