export {
  type FileFailure,
  fileFailure,
  fileVersion,
  readTextFile,
  readTextFileIfAny,
  UnusableFile,
} from './unusable-file.ts';
export { LockTimeout, LockUnavailable, tryFileLock, withFileLock } from './with-file-lock.ts';
export { removeLeftovers, writeAtomically } from './write-atomically.ts';
