import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { startInElectron } from './demo-app.ts';

const NEVER = new Promise<never>(() => {});

/** A shell script in Electron's place. */
async function electronScript(line: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-electron-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const binary = join(folder, 'electron');
  await writeFile(binary, `#!/bin/sh\n${line}\n`);
  await chmod(binary, 0o755);
  return binary;
}

const FOLDERS = { userData: '/nowhere', env: process.env };
const RUNS = 'while kill -0 $PPID; do sleep 0.1; done';

test('an Electron that runs for five seconds counts as started, and quit ends it', async () => {
  const clock = createVirtualClock();
  let kind: string | null = null;
  const starting = startInElectron(await electronScript(RUNS), FOLDERS, {
    interrupted: NEVER,
    clock,
  });
  void starting.then((start) => {
    kind = start.kind;
  });
  await clock.advance(4_999);
  expect(kind).toBe(null);
  await clock.advance(1);
  const start = await starting;
  if (start.kind !== 'started') throw new Error(start.kind);
  await start.app.quit();
  await start.app.ended;
});

test('an interrupt during the start does not wait for the five seconds', async () => {
  const start = await startInElectron(await electronScript(RUNS), FOLDERS, {
    interrupted: Promise.resolve(),
    clock: createVirtualClock(),
  });
  if (start.kind !== 'started') throw new Error(start.kind);
  await start.app.quit();
});

test.each([
  ['exit 0', { kind: 'quit' }],
  ['kill -TERM $$', { kind: 'quit' }],
  ['exit 7', { kind: 'failed', problem: { reason: 'code 7', fix: null } }],
  ['echo no luck >&2; kill -TRAP $$', { kind: 'failed', problem: { reason: 'no luck' } }],
])('reports an early end: %s', async (line, outcome) => {
  const ports = { interrupted: NEVER, clock: createVirtualClock() };
  expect(await startInElectron(await electronScript(line), FOLDERS, ports)).toMatchObject(outcome);
});

test('reports a binary that cannot be started', async () => {
  const ports = { interrupted: NEVER, clock: createVirtualClock() };
  const start = await startInElectron('/nowhere/electron', FOLDERS, ports);
  const reason = expect.stringContaining('ENOENT');
  expect(start).toMatchObject({ kind: 'failed', problem: { reason } });
});
