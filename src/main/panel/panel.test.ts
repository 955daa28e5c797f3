import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { createPanel, type PanelPorts, type PanelWindowEvents } from './panel.ts';
import type { Size } from './place-panel.ts';

const MINUTE = 60_000;

function panelOn(values: Partial<PanelPorts> = {}) {
  const clock = createVirtualClock();
  const happened: string[] = [];
  const windows: { size: Size; isAttached: boolean; events: PanelWindowEvents }[] = [];
  const panel = createPanel({
    openWindow(size, isAttached, events) {
      windows.push({ size, isAttached, events });
      return {
        show: (place) => void happened.push(`show at ${place?.x ?? 'any'}`),
        hide: () => void happened.push('hide'),
        destroy() {
          happened.push('destroy');
          events.onClosed();
        },
      };
    },
    place: (size, left) => ({ x: left?.x ?? 7, y: left?.y ?? 8, ...size }),
    clock,
    platform: 'linux',
    hasTray: () => true,
    size: { width: 400, height: 600 },
    onResized: (size) => void happened.push(`size ${size.width}`),
    onVisible: (isVisible) => void happened.push(isVisible ? 'visible' : 'invisible'),
    onGone: () => void happened.push('gone'),
    ...values,
  });
  const events = () => {
    const last = windows.at(-1);
    if (last === undefined) throw new Error('no window');
    return last.events;
  };
  const take = () => happened.splice(0);
  return { panel, clock, windows, events, take };
}

test('no window until it is asked for, and then one', () => {
  const { panel, windows, take } = panelOn();
  expect(windows).toHaveLength(0);
  panel.open();
  panel.open();
  expect(windows).toHaveLength(1);
  expect(take()).toEqual(['show at 7', 'visible', 'show at 7']);
});

test('left, it hides; hidden for five minutes, it is freed; asked for again, it is made anew', async () => {
  const { panel, clock, events, windows, take } = panelOn();
  panel.open();
  events().onBlur();
  await clock.advance(5 * MINUTE - 1);
  expect(take()).toEqual(['show at 7', 'visible', 'hide', 'invisible']);
  await clock.advance(1);
  expect(take()).toEqual(['destroy', 'gone']);
  panel.open();
  expect(windows).toHaveLength(2);
});

test('opened again in time, it is kept', async () => {
  const { panel, clock, windows } = panelOn();
  panel.open();
  panel.hide();
  await clock.advance(4 * MINUTE);
  panel.open();
  await clock.advance(10 * MINUTE);
  expect(windows).toHaveLength(1);
  expect(clock.pending()).toEqual([]);
});

test('the stray blur of Windows is ignored, a real one is not', async () => {
  const { panel, clock, events, take } = panelOn({ platform: 'win32' });
  panel.open();
  take();
  await clock.advance(399);
  events().onBlur();
  expect(take()).toEqual([]);
  await clock.advance(1);
  events().onBlur();
  expect(take()).toEqual(['hide', 'invisible']);
});

test('a click on the icon closes an open panel, though the click itself takes the keyboard from it', async () => {
  const { panel, clock, events, take } = panelOn();
  panel.toggle();
  await clock.advance(1000);
  take();
  events().onBlur();
  await clock.advance(100);
  panel.toggle();
  expect(take()).toEqual(['hide', 'invisible']);
  await clock.advance(300);
  panel.toggle();
  expect(take()).toEqual(['show at 7', 'visible']);
  panel.toggle();
  expect(take()).toEqual(['hide', 'invisible']);
});

test('without a tray it stays where its owner put it: when left, and when opened again', () => {
  const { panel, events, windows, take } = panelOn({ hasTray: () => false });
  panel.open();
  expect(windows[0]?.isAttached).toBe(false);
  expect(take()).toEqual(['show at 7', 'visible']);
  events().onBlur();
  expect(take()).toEqual([]);
  panel.open();
  expect(take()).toEqual(['show at any']);
});

test('without a tray it comes back where it was left, however it was closed', async () => {
  const { panel, clock, events, windows, take } = panelOn({ hasTray: () => false });
  panel.open();
  events().onMoved({ x: 300, y: 40 });
  events().onClosed();
  take();
  panel.open();
  expect(take()).toEqual(['show at 300', 'visible']);
  panel.hide();
  await clock.advance(5 * MINUTE);
  take();
  panel.open();
  expect(windows).toHaveLength(3);
  expect(take()).toEqual(['show at 300', 'visible']);
});

test('at the tray, where it was before means nothing', () => {
  const { panel, events, take } = panelOn();
  panel.open();
  events().onMoved({ x: 300, y: 40 });
  events().onClosed();
  take();
  panel.open();
  expect(take()).toEqual(['show at 7', 'visible']);
});

test('a tray that came or went makes the next window fit, and leaves the one in sight alone', () => {
  let hasTray = false;
  const { panel, events, windows, take } = panelOn({ hasTray: () => hasTray });
  panel.open();
  hasTray = true;
  events().onBlur();
  panel.open();
  expect(windows).toHaveLength(1);
  panel.hide();
  take();
  panel.open();
  expect(take()).toEqual(['destroy', 'gone', 'show at 7', 'visible']);
  expect(windows.map(({ isAttached }) => isAttached)).toEqual([false, true]);
  hasTray = false;
  events().onBlur();
  expect(take()).toEqual(['hide', 'invisible']);
  panel.open();
  expect(windows.map(({ isAttached }) => isAttached)).toEqual([false, true, false]);
});

test('once the app quits, nothing opens it any more', () => {
  const { panel, windows, take } = panelOn();
  panel.open();
  take();
  panel.end();
  expect(take()).toEqual(['destroy', 'invisible', 'gone']);
  panel.open();
  panel.toggle();
  expect([windows.length, take()]).toEqual([1, []]);
});

test('closed or crashed while open, it is out of sight and gone, once', async () => {
  const { panel, clock, events, take } = panelOn();
  panel.open();
  take();
  events().onClosed();
  expect(take()).toEqual(['invisible', 'gone']);
  panel.hide();
  panel.end();
  await clock.advance(10 * MINUTE);
  expect(take()).toEqual([]);
});

test('its size is the one it was given last', () => {
  const { panel, events, windows, take } = panelOn();
  panel.open();
  events().onResized({ width: 500, height: 700 });
  events().onClosed();
  expect(take()).toContain('size 500');
  panel.open();
  expect(windows.at(-1)?.size).toEqual({ width: 500, height: 700 });
});

test('where nobody can place it, it is shown all the same', () => {
  const { panel, take } = panelOn({ place: () => null });
  panel.open();
  expect(take()).toEqual(['show at any', 'visible']);
});

test('beneath a question it stays, whoever has the keyboard, and hides again when left after it', async () => {
  const { panel, clock, events, windows, take } = panelOn();
  panel.open();
  take();
  const release = panel.hold(() => {});
  events().onBlur();
  panel.hide();
  panel.toggle();
  await clock.advance(10 * MINUTE);
  expect([take(), windows.length]).toEqual([[], 1]);
  release();
  release();
  expect(take()).toEqual(['show at any']);
  events().onBlur();
  expect(take()).toEqual(['hide', 'invisible']);
});

test('a question brings it back when the click that asked for it was outside', () => {
  const { panel, events, take } = panelOn();
  panel.open();
  events().onBlur();
  take();
  panel.hold(() => {});
  expect(take()).toEqual(['show at 7', 'visible']);
});

test('a question goes with its window, and the next window knows nothing of it', () => {
  const { panel, events, take } = panelOn();
  panel.open();
  const happened: string[] = [];
  const release = panel.hold(() => void happened.push('question gone'));
  take();
  events().onClosed();
  expect([happened, take()]).toEqual([['question gone'], ['invisible', 'gone']]);
  panel.open();
  release();
  events().onBlur();
  expect(take()).toEqual(['show at 7', 'visible', 'hide', 'invisible']);
  panel.end();
  panel.hold(() => void happened.push('too late'));
  expect(happened).toEqual(['question gone', 'too late']);
});
