import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { createTrayHost } from './tray-host.ts';

/** @param answers of the bus, one by one; the last one stays */
function hostThat(...answers: readonly (boolean | null)[]) {
  const clock = createVirtualClock();
  const changes: boolean[] = [];
  let asked = 0;
  const host = createTrayHost({
    async ask() {
      asked += 1;
      return answers[Math.min(asked, answers.length) - 1] ?? null;
    },
    clock,
    onChange: (hasTray) => void changes.push(hasTray),
  });
  return { host, clock, changes, asked: () => asked };
}

test('a tray that is there is no news', async () => {
  const { host, changes } = hostThat(true);
  expect(await host.look()).toBe(true);
  expect(changes).toEqual([]);
});

test('it goes and comes, and each is told once', async () => {
  const { host, changes } = hostThat(false, false, true, true, false);
  const seen = [];
  for (const _ of [1, 2, 3, 4, 5]) seen.push(await host.look());
  expect(seen).toEqual([false, false, true, true, false]);
  expect(changes).toEqual([false, true, false]);
});

test.each([true, false])('where nobody can be asked, it stays as it was: %s', async (before) => {
  const { host } = hostThat(before, null);
  await host.look();
  expect(await host.look()).toBe(before);
});

test('no is asked five times before it is taken for an answer, a second apart', async () => {
  const { host, clock, asked } = hostThat(false);
  const answer = host.lookPatiently();
  await clock.advance(3_999);
  expect(asked()).toBe(4);
  await clock.advance(1);
  expect([await answer, asked(), clock.pending()]).toEqual([false, 5, []]);
});

test('one that comes up while we wait is found', async () => {
  const { host, clock, asked, changes } = hostThat(false, false, true);
  const answer = host.lookPatiently();
  await clock.advance(10_000);
  expect([await answer, asked()]).toEqual([true, 3]);
  expect(changes.at(-1)).toBe(true);
});

test('a click on the icon is a proof, also in a tray that the bus knows nothing of', async () => {
  const { host, clock, changes } = hostThat(false);
  await host.look();
  host.clicked();
  await clock.advance(0);
  expect(await host.look()).toBe(true);
  expect(changes).toEqual([false, true]);
});

test('a tray that came after us and was clicked may still go', async () => {
  const { host, clock } = hostThat(false, true, false);
  await host.look();
  host.clicked();
  await clock.advance(0);
  expect(await host.look()).toBe(false);
});
