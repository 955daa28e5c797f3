import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The right to be the only one on a folder of settings. */
export interface InstanceLock {
  /** True: ours, until this process ends. False: another one runs there, and is being told. */
  request(): boolean;
  /** Resolves when the other one has been told, or cannot be; null: there is none to tell. */
  telling(): Promise<void> | null;
}

const TELL_MS = 5_000;
const holderSchema = z.strictObject({ pid: z.int().positive(), control: z.url() });

/** Null: the file is gone, or is none of ours. */
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

/** What a second launch does, through the control interface. */
async function tell(control: string): Promise<void> {
  const command = { action: 'second-instance', argv: [], workingDirectory: process.cwd() };
  const signal = AbortSignal.timeout(TELL_MS);
  await fetch(control, { method: 'POST', body: JSON.stringify(command), signal }).catch(() => {});
}

/** @param control our own control address, for those who come later */
export function createInstanceLock(userData: string, control: string): InstanceLock {
  const path = join(userData, 'host-instance.json');
  let isOurs = false;
  let telling: Promise<void> | null = null;

  /** Whole or not at all: a reader would take half of it for that of a host that was killed. */
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
    request() {
      while (!isOurs) {
        isOurs = take();
        if (isOurs) break;
        const holder = readHolder(path);
        if (holder !== null && holder.pid !== process.pid && isAlive(holder.pid)) {
          telling = tell(holder.control);
          return false;
        }
        rmSync(path, { force: true });
      }
      return true;
    },
    telling: () => telling,
  };
}
