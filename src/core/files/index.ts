export {
  FileError,
  type FileFailure,
  failedTo,
  fileFailure,
  fileVersion,
  readTextFile,
  readTextFileIfAny,
  UnusableFile,
} from './unusable-file.ts';
export { LockTimeout, tryFileLock, withFileLock } from './with-file-lock.ts';
export { removeLeftovers, writeAtomically } from './write-atomically.ts';
