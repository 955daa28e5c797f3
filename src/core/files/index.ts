export {
  FileError,
  type FileFailure,
  failedTo,
  fileFailure,
  fileVersion,
  readTextFile,
  readTextFileIfAny,
  unusableFile,
} from './unusable-file.ts';
export { tryFileLock, withFileLock } from './with-file-lock.ts';
export { removeLeftovers, writeAtomically } from './write-atomically.ts';
