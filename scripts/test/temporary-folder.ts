import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory: files on a disk take a quarter of a run's CPU time, and tests that replace them wait for the disk. */
const MEMORY = '/dev/shm';

/** Bytes; a run needs 40 MB. Containers often have 64 MB. */
const ENOUGH = 1024 ** 3;

function canRunPrograms(folder: string): boolean {
  const script = join(folder, 'run');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(script).status === 0;
}

/** Creates the folder for the files of a run, in memory where there is room. Its path is short, since sockets below it must fit. */
export function makeTemporaryFolder(memory = MEMORY, enough = ENOUGH): string {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) throw new Error('no room');
    folder = mkdtempSync(join(memory, '/'));
    if (canRunPrograms(folder)) return folder;
  } catch {
    // The disk works everywhere.
  }
  if (folder !== null) rmSync(folder, { recursive: true });
  return mkdtempSync(join(tmpdir(), 'gpu-tray-tests-'));
}
