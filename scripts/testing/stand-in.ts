import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** As on stock Ubuntu 24.04, electron/electron#42510. */
export const SANDBOX =
  '[4242:1121/005849.123456:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:163] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I am aborting now.';

/** A line of a shell script that runs until the process ends that started it. */
export const RUN_ON = 'while kill -0 $PPID; do sleep 0.1; done';

/** Writes a shell script in the place of Electron's binary, as the package `electron` finds it in this folder. Returns its path. */
export async function writeElectron(folder: string, ...lines: readonly string[]): Promise<string> {
  const names = join(dirname(createRequire(import.meta.url).resolve('electron')), 'path.txt');
  const name = existsSync(names) ? readFileSync(names, 'utf8').trim() : 'electron';
  const binary = join(folder, name);
  await mkdir(dirname(binary), { recursive: true });
  await writeFile(binary, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return binary;
}
