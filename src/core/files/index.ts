export {
  type FileFailure,
  fileFailure,
  readTextFile,
  readTextFileIfAny,
  UnusableFile,
} from './unusable-file.ts';
export { LockTimeout, LockUnavailable, withFileLock } from './with-file-lock.ts';
export { removeLeftovers, writeAtomically } from './write-atomically.ts';
