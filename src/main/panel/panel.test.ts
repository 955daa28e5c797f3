import type { Size } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { clearCalls, record, resizeWindow, takeCalls, windows } from '../testing/electron.ts';
import { createPanel, type PanelPorts } from './panel.ts';

const MINUTE = 60_000;

beforeEach(clearCalls);

const TAKEN = ['hide', 'destroy', 'visible', 'invisible', 'gone', 'size 500'];

/** What happened since the last call, with the place where a window is shown. */
function take(): readonly string[] {
  let place = 'default';
  return takeCalls().flatMap(([name, value]) => {
    if (name === 'setBounds') place = String(Reflect.get(Object(value), 'x'));
    return name === 'show' ? `show at ${place}` : TAKEN.filter((each) => each === name);
  });
}

const emit = (event: string) => void windows.at(-1)?.events.emit(event);

const areAttached = () => windows.map(({ options }) => Reflect.get(options, 'frame') === false);

function panelOn(values: Partial<PanelPorts> = {}) {
  const clock = createVirtualClock();
  let size: Size = { width: 400, height: 600 };
  const panel = createPanel({
    ...{ address: new URL('app://bundle/'), preload: '/preload.cjs', log: silentLog, clock },
    place: (size) => ({ x: 7, y: 8, ...size }),
    platform: 'linux',
    hasTray: () => true,
    size: {
      get: () => size,
      set(next) {
        size = next;
        record(`size ${next.width}`);
      },
    },
    onVisible: (isVisible) => record(isVisible ? 'visible' : 'invisible'),
    onGone: () => record('gone'),
    onCrashed: () => {},
    onSessionEnding: () => {},
    ...values,
  });
  return { panel, clock };
}

test('hides on blur, is freed after five minutes, and is created again', async () => {
  const { panel, clock } = panelOn();
  panel.open();
  emit('blur');
  await clock.advance(5 * MINUTE - 1);
  expect(take()).toEqual(['show at 7', 'visible', 'invisible', 'hide']);
  await clock.advance(1);
  expect(take()).toEqual(['destroy', 'gone']);
  panel.open();
  expect(windows).toHaveLength(2);
});

test('keeps a reopened window although hiding it emits blur', async () => {
  const { panel, clock } = panelOn();
  panel.open();
  panel.hide();
  expect(take()).toEqual(['show at 7', 'visible', 'invisible', 'hide']);
  await clock.advance(MINUTE);
  panel.toggle();
  await clock.advance(10 * MINUTE);
  expect(take()).toEqual(['show at 7', 'visible']);
  expect([windows.length, clock.pending()]).toEqual([1, []]);
});

test('ignores the stray blur of Windows, but not a later one', async () => {
  const { panel, clock } = panelOn({ platform: 'win32' });
  panel.open();
  take();
  await clock.advance(399);
  emit('blur');
  expect(take()).toEqual([]);
  await clock.advance(1);
  emit('blur');
  expect(take()).toEqual(['invisible', 'hide']);
});

test('a click on the icon closes an open panel, although the click blurs it first', async () => {
  const { panel, clock } = panelOn();
  panel.toggle();
  await clock.advance(1000);
  take();
  emit('blur');
  await clock.advance(499);
  panel.toggle();
  expect(take()).toEqual(['invisible', 'hide']);
  await clock.advance(1);
  panel.toggle();
  expect(take()).toEqual(['show at 7', 'visible']);
  panel.toggle();
  expect(take()).toEqual(['invisible', 'hide']);
});

test('without a tray, it stays open and in place on blur and when opened again', () => {
  const { panel } = panelOn({ hasTray: () => false });
  panel.open();
  expect(areAttached()).toEqual([false]);
  expect(take()).toEqual(['show at 7', 'visible']);
  emit('blur');
  expect(take()).toEqual([]);
  panel.open();
  expect(take()).toEqual(['show at default']);
});

test('a tray that came or went changes the next window, not the visible one', () => {
  let hasTray = false;
  const { panel } = panelOn({ hasTray: () => hasTray });
  panel.open();
  hasTray = true;
  emit('blur');
  panel.open();
  expect(windows).toHaveLength(1);
  panel.hide();
  take();
  panel.open();
  expect(take()).toEqual(['destroy', 'gone', 'show at 7', 'visible']);
  expect(areAttached()).toEqual([false, true]);
  hasTray = false;
  emit('blur');
  expect(take()).toEqual(['invisible', 'hide']);
  panel.open();
  expect(areAttached()).toEqual([false, true, false]);
});

test('does not open after it was ended', () => {
  const { panel } = panelOn();
  panel.open();
  take();
  panel.end();
  expect(take()).toEqual(['destroy', 'invisible', 'gone']);
  panel.open();
  panel.toggle();
  expect([windows.length, take()]).toEqual([1, []]);
});

test('reopens with its last size, which is remembered', () => {
  const { panel } = panelOn();
  panel.open();
  resizeWindow({ width: 500, height: 700 }, false);
  emit('resize');
  expect(take()).toContain('size 500');
  emit('closed');
  panel.open();
  expect(windows.at(-1)?.options).toMatchObject({ x: 7, y: 8, width: 500, height: 700 });
});

test('is shown where it cannot be placed', () => {
  const { panel } = panelOn({ place: () => null });
  panel.open();
  expect(windows[0]?.options).toMatchObject({ width: 400, height: 600 });
  expect(take()).toEqual(['show at default', 'visible']);
});

test('a held panel stays open on blur, and hides on blur after its release', async () => {
  const { panel, clock } = panelOn();
  panel.open();
  take();
  panel.hold();
  emit('blur');
  panel.hide();
  panel.toggle();
  await clock.advance(10 * MINUTE);
  expect([take(), windows.length]).toEqual([[], 1]);
  panel.release();
  panel.release();
  expect(take()).toEqual(['show at default']);
  emit('blur');
  expect(take()).toEqual(['invisible', 'hide']);
});

test('holding a hidden panel shows it', () => {
  const { panel } = panelOn();
  panel.open();
  emit('blur');
  take();
  panel.hold();
  expect(take()).toEqual(['show at 7', 'visible']);
});

test('a hold ends with its window, and does not apply to the next', () => {
  const { panel } = panelOn();
  panel.open();
  const hold = panel.hold();
  take();
  expect(hold?.gone.aborted).toBe(false);
  emit('closed');
  expect([hold?.gone.aborted, take()]).toEqual([true, ['invisible', 'gone']]);
  panel.open();
  panel.release();
  emit('blur');
  expect(take()).toEqual(['show at 7', 'visible', 'invisible', 'hide']);
  panel.end();
  expect(panel.hold()).toBeNull();
});
