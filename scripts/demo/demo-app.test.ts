import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { RUN_ON, writeElectron } from '../testing/stand-in.ts';
import { startInElectron } from './demo-app.ts';

const FOLDERS = { userData: '/nowhere', env: process.env };

beforeEach(() => {
  // Electron's stderr is passed on.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts a shell script in Electron's place. */
async function start(line: string, interrupted: Promise<unknown> = new Promise(() => {})) {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-electron-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = createVirtualClock();
  const binary = await writeElectron(folder, line);
  return { clock, started: startInElectron(binary, FOLDERS, { interrupted, clock }) };
}

async function quit(started: ReturnType<typeof startInElectron>): Promise<void> {
  const app = await started;
  if (app === null || !('page' in app)) throw new Error('It has not started');
  await app.quit();
  await app.ended;
}

test('an Electron that runs for five seconds counts as started, and quit ends it', async () => {
  const { clock, started } = await start(RUN_ON);
  let isStarted = false;
  void started.then(() => {
    isStarted = true;
  });
  await clock.advance(4_999);
  expect(isStarted).toBe(false);
  await clock.advance(1);
  await quit(started);
});

test('an interrupt during the start does not wait for the five seconds', async () => {
  await quit((await start(RUN_ON, Promise.resolve())).started);
});

test.each([
  ['exit 0', null],
  ['kill -TERM $$', null],
  ['exit 7', { reason: 'code 7', fix: [] }],
  ['echo no luck >&2; kill -TRAP $$', { reason: 'no luck', fix: [] }],
])('reports an early end: %s', async (line, outcome) => {
  expect(await (await start(line)).started).toEqual(outcome);
});

test('reports a binary that cannot be started', async () => {
  const ports = { interrupted: new Promise(() => {}), clock: createVirtualClock() };
  expect(await startInElectron('/nowhere/electron', FOLDERS, ports)).toMatchObject({
    reason: expect.stringContaining('ENOENT'),
  });
});
