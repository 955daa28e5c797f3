import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { TrayAnswer } from './query-tray-host.ts';
import { createTrayHost, trayPatience } from './tray-host.ts';

/** @param replies one per second */
function desktopWith(replies: readonly (TrayAnswer | null)[], hasOlderTray = false) {
  const clock = createVirtualClock();
  const happened: string[] = [];
  let queries = 0;
  const host = createTrayHost({
    async query() {
      queries += 1;
      return replies[Math.min(Math.floor(clock.monotonic() / 1000), replies.length - 1)] ?? null;
    },
    hasOlderTray,
    clock,
    createIcon: () => void happened.push(`icon at ${clock.monotonic() / 1000} s`),
    onChange: (hasTray) =>
      void happened.push(`${hasTray ? 'shown' : 'not shown'} at ${clock.monotonic() / 1000} s`),
  });
  return { host, clock, happened, queries: () => queries };
}

/** Starts with three seconds of patience. */
async function started(...given: Parameters<typeof desktopWith>) {
  const desktop = desktopWith(...given);
  await desktop.host.start(3_000);
  let decidedAt: number | null = null;
  void desktop.host.decided().then(() => {
    decidedAt = desktop.clock.monotonic() / 1000;
  });
  await desktop.clock.advance(60_000);
  return { ...desktop, decidedAt };
}

const NO = 'noHost' as const;

test.each([
  [true, true, 15_000],
  [true, false, 3_000],
  [false, true, 3_000],
])('on Wayland (%s) at login (%s) it waits %d ms for the tray', (isWayland, isAtLogin, ms) => {
  expect(trayPatience(isWayland, isAtLogin)).toBe(ms);
});

test.each<{
  readonly desktop: string;
  readonly replies: readonly (TrayAnswer | null)[];
  readonly hasOlderTray?: boolean;
  readonly hasTray: boolean;
  readonly decidedAt: number;
  readonly happened: readonly string[];
}>([
  {
    desktop: 'with a tray: the icon is created at once',
    replies: ['host', 'icon'],
    ...{ hasTray: true, decidedAt: 1, happened: ['icon at 0 s'] },
  },
  {
    desktop: 'whose tray comes up after us: the icon waits for it',
    replies: [NO, NO, 'host', 'icon'],
    ...{ hasTray: true, decidedAt: 3 },
    happened: ['not shown at 0 s', 'icon at 2 s', 'shown at 3 s'],
  },
  {
    desktop: 'on Wayland without a tray: no icon, which would never be shown',
    replies: [NO],
    ...{ hasTray: false, decidedAt: 3, happened: ['not shown at 0 s'] },
  },
  {
    desktop: 'on X11 without a tray on the bus: an icon for the older tray',
    ...{ replies: [NO], hasOlderTray: true, hasTray: false, decidedAt: 3 },
    happened: ['not shown at 0 s', 'icon at 3 s'],
  },
  {
    desktop: 'on X11 that gets a tray later: another icon, which it shows',
    replies: [...Array.from({ length: 33 }, () => NO), 'host', 'icon'],
    ...{ hasOlderTray: true, hasTray: true, decidedAt: 3 },
    happened: ['not shown at 0 s', 'icon at 3 s', 'icon at 33 s', 'shown at 34 s'],
  },
  {
    desktop: 'on Wayland that gets a tray later: the icon then',
    replies: [...Array.from({ length: 20 }, () => NO), 'icon'],
    ...{ hasTray: true, decidedAt: 3 },
    happened: ['not shown at 0 s', 'icon at 33 s', 'shown at 33 s'],
  },
  {
    desktop: 'that refuses the icon: known five seconds later',
    replies: ['host'],
    ...{ hasTray: false, decidedAt: 5, happened: ['icon at 0 s', 'not shown at 5 s'] },
  },
  {
    desktop: 'that does not answer: the icon is created when patience ends',
    replies: [null],
    ...{ hasTray: true, decidedAt: 3, happened: ['icon at 3 s'] },
  },
])('a desktop $desktop', async ({ replies, hasOlderTray, hasTray, decidedAt, happened }) => {
  const desktop = await started(replies, hasOlderTray);
  expect([desktop.decidedAt, desktop.happened]).toEqual([decidedAt, happened]);
  // At the end of a minute a late tray is found too.
  expect(desktop.host.hasTray()).toBe(hasTray);
});

test('a tray that was found is queried only when asked', async () => {
  const { host, clock, queries } = await started(['icon']);
  expect([queries(), clock.pending()]).toEqual([1, []]);
  await host.look();
  expect(queries()).toBe(2);
});

test('no icon is created after the end, by a query that was under way', async () => {
  const { host, clock, happened } = desktopWith(['host']);
  const look = host.look();
  host.stop();
  await look;
  expect([happened, clock.pending()]).toEqual([[], []]);
});

test('a tray that leaves and returns is reported', async () => {
  const { host, clock, happened } = desktopWith(['icon', NO, 'icon']);
  await host.look();
  await clock.advance(1_000);
  await host.look();
  await clock.advance(60_000);
  expect(happened).toEqual(['icon at 0 s', 'not shown at 1 s', 'shown at 31 s']);
});

test.each([true, false])('no answer keeps the last one: %s', async (before) => {
  const { host, clock } = desktopWith([before ? 'icon' : NO, null]);
  await host.look();
  await clock.advance(1_000);
  expect(await host.look()).toBe(before);
});

test('a click proves an older tray, which is not on the bus, until the icon is on the bus', async () => {
  const { host, clock } = desktopWith([NO, NO, 'icon', NO]);
  expect(await host.look()).toBe(false);
  host.clicked();
  const known = [host.hasTray()];
  for (const _ of [1, 2, 3]) {
    await clock.advance(1_000);
    known.push(await host.look());
  }
  expect(known).toEqual([true, true, true, false]);
});
