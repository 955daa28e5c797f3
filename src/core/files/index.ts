export { LockTimeout, LockUnavailable, withFileLock } from './with-file-lock.ts';
export { writeAtomically } from './write-atomically.ts';
