import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Details } from 'electron';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { readTextFile, writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { tryJson } from '../../core/try-json.ts';
import { KEYCHAIN_HELPER } from './keychain.ts';

/**
 * Logs the end of Chromium's GPU process, network service and others. Chromium starts them again, and the requests that they
 * took along fail and are repeated by the next poll. There are no crash dumps: they would contain credentials.
 */
export function recordCrashes(app: NodeJS.EventEmitter, log: Log): void {
  app.on('child-process-gone', (_, { type, name, reason, exitCode }: Details) => {
    // The helper is killed when the keychain hangs, and its calls report that.
    if (reason === 'clean-exit' || name === KEYCHAIN_HELPER) return;
    log.error('process.gone', { type: name ?? type, reason, code: exitCode });
  });
}

const runSchema = z.object({ version: z.string(), startedAt: z.iso.datetime() });

/** Marks this run by a file, and logs a file that a crashed or killed run left. Returns the function that ends the run. */
export async function markRun(
  folder: string,
  version: string,
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
): Promise<() => Promise<void>> {
  const file = join(folder, 'running.json');
  const text = await readTextFile(file).catch(() => null);
  if (text !== null) {
    const last = runSchema.safeParse(tryJson(text));
    log.warn('app.endedUnexpectedly', last.success ? last.data : {});
  }
  const startedAt = new Date(clock.now()).toISOString();
  // The app works without it.
  const failed = (error: unknown) => log.warn('app.notMarked', describeInternalError(error));
  await writeAtomically(file, JSON.stringify({ version, startedAt })).catch(failed);
  return () => rm(file, { force: true }).catch(failed);
}
