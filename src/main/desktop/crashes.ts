import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Details } from 'electron';
import { writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { KEYCHAIN_HELPER } from './keychain.ts';

/** Logs the end of Chromium's processes, which it starts again. There are no crash dumps: they would contain credentials. */
export function recordCrashes(app: NodeJS.EventEmitter, log: Log): void {
  app.on('child-process-gone', (_, { type, name, reason, exitCode }: Details) => {
    // The helper is killed when the keychain hangs, and its calls report that.
    if (reason === 'clean-exit' || name === KEYCHAIN_HELPER) return;
    log.error('process.gone', { type: name ?? type, reason, code: exitCode });
  });
}

/** Marks this run by a file, and logs a file that a crashed or killed run left. Returns the function that ends the run. */
export async function markRun(folder: string, log: Log): Promise<() => Promise<void>> {
  const file = join(folder, 'running.json');
  if (existsSync(file)) log.warn('app.endedUnexpectedly');
  // The app works without it.
  const failed = (error: unknown) => log.warn('app.notMarked', describeInternalError(error));
  await writeAtomically(file, '{}').catch(failed);
  return () => rm(file, { force: true }).catch(failed);
}
