import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A text and its source. */
export interface Found {
  readonly where: string;
  readonly text: string;
}

/** What base64 of a text that contains the bytes has of them alone, with that many bytes before them. */
function base64Within(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return all.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
}

/** Characters; a shorter encoded form, such as that of the prefix `eyJ`, occurs in other texts by chance. */
const MIN_ENCODED = 8;

/** The secret and its common encodings. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before));
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  const json = JSON.stringify(secret).slice(1, -1);
  const plain = [secret, json, encodeURIComponent(secret)];
  const encoded = [...base64, ...base64url, hex, hex.toUpperCase()];
  return [...plain, ...encoded.filter(({ length }) => length >= MIN_ENCODED)];
}

/** Each occurrence as `where: the secret's first characters`. */
export function leaks(found: readonly Found[], secrets: readonly string[]): string[] {
  const all = secrets.map((secret) => ({ secret, forms: formsOf(secret) }));
  return found.flatMap(({ where, text }) =>
    all
      .filter(({ forms }) => forms.some((form) => text.includes(form)))
      .map(({ secret }) => `${where}: ${secret.slice(0, 12)}…`),
  );
}

/** The bytes of every file below the folder, but of one that was replaced since it was listed. */
export async function filesOf(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async (file) => {
    const path = join(file.parentPath, file.name);
    return { where: relative(folder, path), text: await readFile(path, 'latin1') };
  });
  return (await Promise.allSettled(read)).flatMap((one) => {
    if (one.status === 'fulfilled') return [one.value];
    if (one.reason?.code === 'ENOENT') return [];
    throw one.reason;
  });
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

/** Scans of a process with the same arguments: its environment is that of its parent until it runs its program. */
const ENVIRON_SCANS = 4;

/** Scans all descendant processes repeatedly. */
export function watchProcesses(everyMs = 50): ProcessWatch {
  const seen = new Set<string>();
  const scans = new Map<string, number>();
  const found: Found[] = [];
  function note(pid: number, file: string, text: string): void {
    const key = `${pid} ${file} ${text}`;
    if (text === '' || seen.has(key)) return;
    seen.add(key);
    found.push({ where: `/proc/${pid}/${file}`, text });
  }
  const look = () => {
    for (const pid of descendants(process.pid)) {
      const command = readProc(pid, 'cmdline');
      note(pid, 'cmdline', command);
      const program = `${pid} ${command}`;
      const count = (scans.get(program) ?? 0) + 1;
      scans.set(program, count);
      if (count <= ENVIRON_SCANS) note(pid, 'environ', readProc(pid, 'environ'));
    }
  };
  const timer = setInterval(look, everyMs);
  return { found, stop: () => clearInterval(timer) };
}
