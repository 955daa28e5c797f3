import { expect, onTestFinished, test, vi } from 'vitest';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { startProgram } from '../../files/testing/program.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startActing } from './acting.ts';

const ACT = new URL('../../acting/testing/act.ts', import.meta.url);

/** The part on a folder, and how often it took over. */
async function start(folder: string) {
  const clock = createVirtualClock();
  const store = createStateStore(initialState(environment, clock.now()));
  const acting = await startActing({ store, clock, log: silentLog, folder });
  onTestFinished(acting.stop);
  const takeOver = vi.fn(async () => {});
  acting.watch(takeOver);
  return { clock, store, acting, takeOver };
}

test('takes over within 30 s after the other process was killed, once', async () => {
  const folder = await temporaryFolder();
  const other = startProgram(ACT, [folder]);
  const [, pid] = (await other.nextLine()).split(' ');
  const { clock, store, takeOver } = await start(folder);
  expect(store.get().actsElsewhere).toEqual({ actor: { program: 'watch', pid: Number(pid) } });
  await clock.advance(10_000);
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  expect(takeOver).not.toHaveBeenCalled();
  await other.kill();
  await clock.advance(10_000);
  await vi.waitFor(() => expect(takeOver).toHaveBeenCalledOnce());
  expect(clock.pending()).toEqual([]);
});

test('acts in a folder without locks, and frees its lock at its end', async () => {
  const unwritable = await start('/dev/null/folder');
  expect(unwritable.store.get().actsElsewhere).toBeNull();
  const folder = await temporaryFolder();
  const first = await start(folder);
  expect(first.store.get().actsElsewhere).toBeNull();
  expect((await start(folder)).store.get().actsElsewhere).not.toBeNull();
  first.acting.stop();
  expect((await start(folder)).store.get().actsElsewhere).toBeNull();
});
