import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ACTING_PROGRAMS, type Actor, type Holder } from '../../shared/acting/acting.ts';
import { readTextFile, tryFileLock, writeAtomically } from '../files/index.ts';
import { tryJson } from '../try-json.ts';

const MAX_BYTES = 1_024;

/** Polls are at most 2 min apart while a service can be reached. */
export const SILENT_MS = 5 * 60_000;

const actorSchema: z.ZodType<Actor> = z.lazy(() =>
  z.object({
    program: z.enum(ACTING_PROGRAMS),
    pid: z.number().int().positive(),
    polledAt: z.number().optional().catch(undefined),
  }),
);

/** Who acts on a settings folder. */
export type Acts = Holder | 'nobody';

const lockFile = (folder: string) => join(folder, 'acting.lock');
const actorFile = (folder: string) => join(folder, 'acting.json');

/** Null: missing or unreadable. It may name the last process that acted: only the lock shows whether a process acts. */
export async function readActor(folder: string): Promise<Actor | null> {
  const text = await readTextFile(actorFile(folder), MAX_BYTES).catch(() => '');
  return actorSchema.safeParse(tryJson(text)).data ?? null;
}

/** Only shown: on a full disk, the others cannot say who acts. Never rejects. */
export async function noteActor(folder: string, self: Actor): Promise<void> {
  await writeAtomically(actorFile(folder), `${JSON.stringify(self)}\n`).catch(() => {});
}

/**
 * Lets this process act on a settings folder, as long as it lives or until the release. A held lock is that of the system, which ends
 * with its process (docs/decisions/0022). @returns the release; null: another process acts @throws FileError when the folder has no locks
 */
export async function tryToAct(folder: string, self: Actor): Promise<(() => void) | null> {
  const release = await tryFileLock(lockFile(folder));
  if (release === null) return null;
  // A process that ended is named by no other one.
  await rm(actorFile(folder), { force: true }).catch(() => {});
  await noteActor(folder, self);
  return release;
}

/** For programs that do not act themselves. @throws FileError */
export async function whoActs(folder: string, now: number): Promise<Acts> {
  // A command creates no folder only to look.
  if ((await stat(lockFile(folder)).catch(() => null)) === null) return 'nobody';
  const release = await tryFileLock(lockFile(folder));
  if (release === null) {
    const actor = await readActor(folder);
    return { actor, isSilent: now - (actor?.polledAt ?? now) > SILENT_MS };
  }
  release();
  return 'nobody';
}
