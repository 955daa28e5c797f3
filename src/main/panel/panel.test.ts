import type { Size } from 'electron';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { createPanel, type PanelPorts, type PanelWindowEvents } from './panel.ts';

const MINUTE = 60_000;

/** @param values `isBlurredByHiding`: as in Electron; without it, the tests say when. */
function panelOn({
  isBlurredByHiding = false,
  ...values
}: Partial<PanelPorts> & { readonly isBlurredByHiding?: boolean } = {}) {
  const clock = createVirtualClock();
  const happened: string[] = [];
  let size: Size = { width: 400, height: 600 };
  const windows: { place: Size; isAttached: boolean; events: PanelWindowEvents }[] = [];
  const panel = createPanel({
    openWindow(place, isAttached, events) {
      windows.push({ place, isAttached, events });
      return {
        show: (place) => void happened.push(`show at ${place?.x ?? 'default'}`),
        hide() {
          happened.push('hide');
          if (isBlurredByHiding) events.onBlur();
        },
        destroy() {
          happened.push('destroy');
          events.onClosed();
        },
      };
    },
    place: (size) => ({ x: 7, y: 8, ...size }),
    clock,
    platform: 'linux',
    hasTray: () => true,
    size: {
      get: () => size,
      set(next) {
        size = next;
        happened.push(`size ${next.width}`);
      },
    },
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

test('hides on blur, is freed after five minutes, and is created again', async () => {
  const { panel, clock, events, windows, take } = panelOn();
  panel.open();
  events().onBlur();
  await clock.advance(5 * MINUTE - 1);
  expect(take()).toEqual(['show at 7', 'visible', 'invisible', 'hide']);
  await clock.advance(1);
  expect(take()).toEqual(['destroy', 'gone']);
  panel.open();
  expect(windows).toHaveLength(2);
});

test('keeps a reopened window although hiding it emits blur', async () => {
  const { panel, clock, windows, take } = panelOn({ isBlurredByHiding: true });
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
  const { panel, clock, events, take } = panelOn({ platform: 'win32' });
  panel.open();
  take();
  await clock.advance(399);
  events().onBlur();
  expect(take()).toEqual([]);
  await clock.advance(1);
  events().onBlur();
  expect(take()).toEqual(['invisible', 'hide']);
});

test('a click on the icon closes an open panel, although the click blurs it first', async () => {
  const { panel, clock, events, take } = panelOn();
  panel.toggle();
  await clock.advance(1000);
  take();
  events().onBlur();
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
  const { panel, events, windows, take } = panelOn({ hasTray: () => false });
  panel.open();
  expect(windows[0]?.isAttached).toBe(false);
  expect(take()).toEqual(['show at 7', 'visible']);
  events().onBlur();
  expect(take()).toEqual([]);
  panel.open();
  expect(take()).toEqual(['show at default']);
});

test('a tray that came or went changes the next window, not the visible one', () => {
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
  expect(take()).toEqual(['invisible', 'hide']);
  panel.open();
  expect(windows.map(({ isAttached }) => isAttached)).toEqual([false, true, false]);
});

test('does not open after it was ended', () => {
  const { panel, windows, take } = panelOn();
  panel.open();
  take();
  panel.end();
  expect(take()).toEqual(['destroy', 'invisible', 'gone']);
  panel.open();
  panel.toggle();
  expect([windows.length, take()]).toEqual([1, []]);
});

test('reopens with its last size, which is remembered', () => {
  const { panel, events, windows, take } = panelOn();
  panel.open();
  events().onResized({ width: 500, height: 700 });
  expect(take()).toContain('size 500');
  events().onClosed();
  panel.open();
  expect(windows.at(-1)?.place).toEqual({ x: 7, y: 8, width: 500, height: 700 });
});

test('is shown where it cannot be placed', () => {
  const { panel, windows, take } = panelOn({ place: () => null });
  panel.open();
  expect(windows[0]?.place).toEqual({ width: 400, height: 600 });
  expect(take()).toEqual(['show at default', 'visible']);
});

test('a held panel stays open on blur, and hides on blur after its release', async () => {
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
  expect(take()).toEqual(['show at default']);
  events().onBlur();
  expect(take()).toEqual(['invisible', 'hide']);
});

test('holding a hidden panel shows it', () => {
  const { panel, events, take } = panelOn();
  panel.open();
  events().onBlur();
  take();
  panel.hold(() => {});
  expect(take()).toEqual(['show at 7', 'visible']);
});

test('a hold ends with its window, and does not apply to the next', () => {
  const { panel, events, take } = panelOn();
  panel.open();
  const happened: string[] = [];
  const release = panel.hold(() => void happened.push('gone'));
  take();
  events().onClosed();
  expect([happened, take()]).toEqual([['gone'], ['invisible', 'gone']]);
  panel.open();
  release();
  events().onBlur();
  expect(take()).toEqual(['show at 7', 'visible', 'invisible', 'hide']);
  panel.end();
  panel.hold(() => void happened.push('after the end'));
  expect(happened).toEqual(['gone', 'after the end']);
});
