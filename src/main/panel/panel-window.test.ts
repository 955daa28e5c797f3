import { expect, onTestFinished, test } from 'vitest';
import { createRecordingLog } from '../../core/testing/recording-log.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { clearCalls, pages, takeCalls, windows } from '../testing/electron.ts';
import { openWindow } from './panel-window.ts';

/** A wanted window, whose page the test loads and draws. */
function wantedWindow() {
  clearCalls();
  const usual = { ...pages };
  onTestFinished(() => void Object.assign(pages, usual));
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const loads: PromiseWithResolvers<void>[] = [];
  Object.assign(pages, {
    areDrawn: false,
    load() {
      const load = Promise.withResolvers<void>();
      loads.push(load);
      return load.promise;
    },
  });
  const opened = openWindow({ width: 400, height: 600 }, true, 'system', {
    ...{ platform: 'linux', address: new URL('app://bundle/'), preload: '/preload.cjs' },
    ...{ size: { get: () => ({ width: 400, height: 600 }), set: () => {} }, clock, log },
    ...{ onCrashed: () => {}, onSessionEnding: () => {} },
  });
  opened.show(null);
  const fail = (index: number) => loads[index]?.reject(new Error('ERR_FAILED (-2)'));
  return {
    ...{ clock, opened, fail, lines: log.lines },
    draw: () => windows[0]?.events.emit('ready-to-show'),
    finish: (index: number) => loads[index]?.resolve(),
    /** What happened since the last call. */
    take: () =>
      takeCalls().flatMap(([name, url]) => {
        const [, heading] = /<b>([^<]*)/.exec(decodeURIComponent(String(url))) ?? [];
        if (name === 'loadURL') return `load ${heading ?? url}`;
        return ['show', 'destroy', 'hide'].includes(name) ? name : [];
      }),
    /** Electron rejects an open load then. */
    destroy() {
      opened.window.destroy();
      fail(loads.length - 1);
    },
  };
}

const LOADED = 'load app://bundle/';

test('a window on Wayland, which is never drawn while hidden, is shown when its page has loaded', async () => {
  const { clock, draw, finish, take } = wantedWindow();
  finish(0);
  await clock.advance(0);
  expect(take()).toEqual([LOADED, 'show']);
  draw();
  expect([take(), clock.pending()]).toEqual([[], []]);
});

test('a window is shown as soon as it is drawn', async () => {
  const { clock, draw, finish, take } = wantedWindow();
  draw();
  expect(take()).toEqual([LOADED, 'show']);
  finish(0);
  await clock.advance(10_000);
  expect(take()).toEqual([]);
});

test('a window with a page that hangs is shown after two seconds', async () => {
  const { clock, take } = wantedWindow();
  await clock.advance(1_999);
  expect(take()).toEqual([LOADED]);
  await clock.advance(1);
  expect(take()).toEqual(['show']);
});

test('a window with a page that fails says so, also if that fails too, and is not shown again', async () => {
  const { clock, opened, fail, lines, take } = wantedWindow();
  fail(0);
  await clock.advance(0);
  fail(1);
  await clock.advance(0);
  expect(take()).toEqual([LOADED, 'load Failed to load the panel.', 'show']);
  expect(lines).toEqual(['panel.notLoaded {}']);
  opened.hide();
  expect(take()).toEqual(['destroy']);
});

test('a window destroyed during the load is neither shown nor an error', async () => {
  const { clock, opened, destroy, lines, take } = wantedWindow();
  destroy();
  await clock.advance(10_000);
  expect([take(), lines, opened.gone.aborted]).toEqual([[LOADED, 'destroy'], [], true]);
});
