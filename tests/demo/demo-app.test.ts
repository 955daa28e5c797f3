import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../../src/core/virtual-clock.ts';
import { startInElectron } from './demo-app.ts';

const NEVER = new Promise<never>(() => {});

/** A script in Electron's place. */
async function electronThat(line: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-electron-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const binary = join(folder, 'electron');
  await writeFile(binary, `#!/bin/sh\n${line}\n`);
  await chmod(binary, 0o755);
  return binary;
}

const LIVES = 'while kill -0 $PPID; do sleep 0.1; done';

test('one that lives for five seconds counts as running, and is ended by us', async () => {
  const clock = createVirtualClock();
  const binary = await electronThat(LIVES);
  let kind: string | null = null;
  const starting = startInElectron(binary, '/nowhere', { interrupted: NEVER, clock });
  void starting.then((start) => {
    kind = start.kind;
  });
  await clock.advance(4_999);
  expect(kind).toBe(null);
  await clock.advance(1);
  const start = await starting;
  if (start.kind !== 'runs') throw new Error(start.kind);
  await start.app.quit();
  await start.app.ended;
});

test('somebody who ends the demo meanwhile does not wait for that', async () => {
  const clock = createVirtualClock();
  const interrupted = Promise.resolve();
  const start = await startInElectron(await electronThat(LIVES), '/nowhere', {
    interrupted,
    clock,
  });
  if (start.kind !== 'runs') throw new Error(start.kind);
  await start.app.quit();
});

test.each([
  ['exit 0', { kind: 'quit' }],
  ['kill -TERM $$', { kind: 'quit' }],
  ['exit 7', { kind: 'failed', trouble: { reason: 'code 7', remedy: null } }],
  ['echo no luck >&2; kill -TRAP $$', { kind: 'failed', trouble: { reason: 'no luck' } }],
])('what ends before that is told: %s', async (line, outcome) => {
  const clock = createVirtualClock();
  const ports = { interrupted: NEVER, clock };
  expect(await startInElectron(await electronThat(line), '/nowhere', ports)).toMatchObject(outcome);
});

test('what cannot be started at all is told, too', async () => {
  const ports = { interrupted: NEVER, clock: createVirtualClock() };
  const start = await startInElectron('/nowhere/electron', '/nowhere', ports);
  const reason = expect.stringContaining('ENOENT');
  expect(start).toMatchObject({ kind: 'failed', trouble: { reason } });
});
