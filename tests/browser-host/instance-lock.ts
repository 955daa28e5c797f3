import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const NOTIFY_MS = 5_000;
const holderSchema = z.strictObject({ pid: z.int().positive(), control: z.url() });

/** Null: no file, or not a lock. */
function readHolder(path: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Reports a second launch through the control interface. */
async function notify(control: string): Promise<void> {
  const command = { action: 'second-instance', argv: [], workingDirectory: process.cwd() };
  const signal = AbortSignal.timeout(NOTIFY_MS);
  await fetch(control, { method: 'POST', body: JSON.stringify(command), signal }).catch(() => {});
}

/** The single-instance lock of a settings folder. @param control our own control address, for later instances */
export function createInstanceLock(userData: string, control: string) {
  const path = join(userData, 'host-instance.json');
  let isOurs = false;
  let notifying: Promise<void> | null = null;

  /** Atomic: half a file would look like the lock of a killed host. */
  function take(): boolean {
    const own = `${path}.${process.pid}`;
    writeFileSync(own, JSON.stringify({ pid: process.pid, control }), { mode: 0o600 });
    try {
      linkSync(own, path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(own);
    }
    process.once('exit', () => rmSync(path, { force: true }));
    return true;
  }

  return {
    /** True: held until this process ends. False: another instance holds it, and is being notified. */
    request() {
      while (!isOurs) {
        isOurs = take();
        if (isOurs) break;
        const holder = readHolder(path);
        if (holder !== null && holder.pid !== process.pid && isAlive(holder.pid)) {
          notifying = notify(holder.control);
          return false;
        }
        rmSync(path, { force: true });
      }
      return true;
    },
    /** Resolves when the other instance was notified, or could not be; null: there is none. */
    notifying: () => notifying,
  };
}
