import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** A text and its source. */
export interface Found {
  readonly where: string;
  readonly text: string;
}

/** The secret and its common encodings. */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [secret, encodeURIComponent(secret), base64, Buffer.from(secret).toString('hex')];
}

/** Each occurrence as `where: the secret's first characters`. */
export function leaks(found: readonly Found[], secrets: readonly string[]): string[] {
  return found.flatMap(({ where, text }) =>
    secrets
      .filter((secret) => formsOf(secret).some((form) => text.includes(form)))
      .map((secret) => `${where}: ${secret.slice(0, 12)}…`),
  );
}

/** The bytes of every file below the folder. */
export async function filesOf(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      return { where: relative(folder, path), text: await readFile(path, 'latin1') };
    }),
  );
}

/** Arguments (readable by every user) and environment (readable by this user's programs) of processes. */
export interface ProcessWatch {
  readonly found: Found[];
  stop(): void;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // Ended, or another user's.
    return '';
  }
}

/** Pids of all descendants; Node starts processes from its main thread. */
function descendants(pid: number): number[] {
  const children = (readProc(pid, `task/${pid}/children`).match(/\d+/g) ?? []).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Scans all descendant processes repeatedly. */
export function watchProcesses(everyMs = 25): ProcessWatch {
  const seen = new Set<string>();
  const found: Found[] = [];
  const look = () => {
    for (const pid of descendants(process.pid)) {
      for (const file of ['cmdline', 'environ']) {
        const text = readProc(pid, file);
        const key = `${pid} ${file} ${text}`;
        if (text === '' || seen.has(key)) continue;
        seen.add(key);
        found.push({ where: `/proc/${pid}/${file}`, text });
      }
    }
  };
  const timer = setInterval(look, everyMs);
  const stop = () => clearInterval(timer);
  onTestFinished(stop);
  return { found, stop };
}
