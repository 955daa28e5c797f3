import { expect, onTestFinished, test, vi } from 'vitest';
import { startProgram } from '../../files/testing/program.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { startActing } from './acting.ts';

const ACT = new URL('../../acting/testing/act.ts', import.meta.url);
const SELF = { program: 'app', pid: process.pid } as const;

/** The lock of a folder, and how often it was taken over. */
async function start(folder: string) {
  const clock = createVirtualClock();
  const acting = await startActing({ clock, log: silentLog, folder, self: SELF });
  onTestFinished(acting.stop);
  const takeOver = vi.fn(async () => {});
  acting.watch(takeOver);
  return { clock, acting, takeOver };
}

test('takes over within 30 s after the other process was killed, once', async () => {
  const folder = await temporaryFolder();
  const other = startProgram(ACT, [folder]);
  const [, pid] = (await other.nextLine()).split(' ');
  const { clock, acting, takeOver } = await start(folder);
  const actor = { program: 'watch', pid: Number(pid) };
  expect(acting.other()).toEqual({ actor, isSilent: false });
  await clock.advance(10_000);
  await expect.poll(() => clock.pending()).toHaveLength(1);
  expect(takeOver).not.toHaveBeenCalled();
  await other.kill();
  takeOver.mockRejectedValueOnce(new Error('The settings are locked.'));
  await clock.advance(10_000);
  await expect.poll(() => takeOver.mock.calls.length).toBe(1);
  await expect.poll(() => clock.pending()).toHaveLength(1);
  await clock.advance(10_000);
  await expect.poll(() => takeOver.mock.calls.length).toBe(2);
  expect([acting.other(), clock.pending()]).toEqual([null, []]);
});

test('acts in a folder without locks, and frees its lock at its end', async () => {
  expect((await start('/dev/null/folder')).acting.other()).toBeNull();
  const folder = await temporaryFolder();
  const first = await start(folder);
  expect(first.acting.other()).toBeNull();
  expect((await start(folder)).acting.other()).not.toBeNull();
  first.acting.stop();
  expect((await start(folder)).acting.other()).toBeNull();
});
