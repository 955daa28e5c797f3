import { LockTimeout, LockUnavailable } from '../core/files/index.ts';

/** The system's code, such as `EACCES`; null for an error that is not the file system's. */
function codeOf(error: unknown): string | null {
  if (error instanceof LockUnavailable) return error.code;
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem ? String(error.code) : null;
}

/**
 * Why ssh's files cannot be read or written, as a sentence with the next step.
 * @throws the error itself where it is none of those that are foreseen
 */
export function filesTrouble(folder: string, error: unknown): string {
  if (error instanceof LockTimeout)
    return `Another GPU Tray is busy with the SSH files in ${folder}; try again in a moment.`;
  const code = codeOf(error);
  if (code === null) throw error;
  return `The SSH files in ${folder} cannot be used (${code}); check the folder and its permissions.`;
}
