import { expect, test } from 'vitest';
import { createRecordingLog } from '../../core/testing/recording-log.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { loadPage } from './load-page.ts';

/** A hidden window like Electron's; the test causes its events. */
function hiddenWindow() {
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const happened: string[] = [];
  const listeners = new Map<string, () => void>();
  const loads: PromiseWithResolvers<void>[] = [];
  let isDestroyed = false;
  loadPage(
    {
      once: (event, listener) => listeners.set(event, listener),
      loadURL(url) {
        const load = Promise.withResolvers<void>();
        loads.push(load);
        const [, heading] = /<b>([^<]*)/.exec(decodeURIComponent(url)) ?? [];
        happened.push(`load ${heading ?? url}`);
        return load.promise;
      },
      isDestroyed: () => isDestroyed,
    },
    {
      ...{ address: 'app://bundle/', clock, log },
      onReady: () => void happened.push('ready'),
      onFailed: () => void happened.push('failed'),
    },
  );
  return {
    ...{ clock, happened, lines: log.lines },
    emit: (event: string) => listeners.get(event)?.(),
    finish: (index: number) => loads[index]?.resolve(),
    fail: (index: number) => loads[index]?.reject(new Error('ERR_FAILED (-2)')),
    /** Electron rejects an open load then. */
    destroy() {
      isDestroyed = true;
      listeners.get('closed')?.();
      loads.at(-1)?.reject(new Error('ERR_FAILED (-2)'));
    },
  };
}

const LOADED = 'load app://bundle/';

test('a window on Wayland, which is never drawn while hidden, is shown when its page has loaded', async () => {
  const window = hiddenWindow();
  window.finish(0);
  await window.clock.advance(0);
  expect(window.happened).toEqual([LOADED, 'ready']);
  window.emit('ready-to-show');
  expect(window.happened).toEqual([LOADED, 'ready']);
  expect(window.clock.pending()).toEqual([]);
});

test('a window is shown as soon as it is drawn', async () => {
  const window = hiddenWindow();
  window.emit('ready-to-show');
  expect(window.happened).toEqual([LOADED, 'ready']);
  window.finish(0);
  await window.clock.advance(10_000);
  expect(window.happened).toEqual([LOADED, 'ready']);
});

test('a window with a page that hangs is shown after two seconds', async () => {
  const window = hiddenWindow();
  await window.clock.advance(1_999);
  expect(window.happened).toEqual([LOADED]);
  await window.clock.advance(1);
  expect(window.happened).toEqual([LOADED, 'ready']);
});

test('a window with a page that fails says so, and is shown also if that fails too', async () => {
  const window = hiddenWindow();
  window.fail(0);
  await window.clock.advance(0);
  window.fail(1);
  await window.clock.advance(0);
  expect(window.happened).toEqual([LOADED, 'failed', 'load Failed to load the panel.', 'ready']);
  expect(window.lines).toEqual(['panel.notLoaded {}']);
});

test('a window destroyed during the load is neither shown nor an error', async () => {
  const window = hiddenWindow();
  window.destroy();
  await window.clock.advance(10_000);
  expect(window.happened).toEqual([LOADED]);
  expect(window.lines).toEqual([]);
});
