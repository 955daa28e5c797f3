import { expect, test } from 'vitest';
import { type AppState, applyAppPatch, diffAppState } from '../../shared/state/index.ts';
import { signedIn, snapshot, vm } from '../testing/app-states.ts';
import { createStateFeed } from './state-feed.ts';

function feedOf(start: AppState) {
  const sent: [string, unknown][] = [];
  let state = start;
  const feed = createStateFeed(
    () => state,
    (name, content) => void sent.push([name, content]),
  );
  const become = (next: AppState) => {
    state = next;
    feed.update();
  };
  return { feed, become, take: () => sent.splice(0) };
}

type Feed = ReturnType<typeof createStateFeed>;

const start = signedIn(snapshot([vm('a'), vm('b')], 1));

test('sends what changed, and nothing when nothing did', () => {
  const { feed, become, take } = feedOf(start);
  feed.watch();
  take();
  become(start);
  become({ ...start });
  expect(take()).toEqual([]);
  become({ ...start, notice: 'hello' });
  expect(take()).toMatchObject([['patch', { changed: { notice: { value: 'hello' } } }]]);
});

test('sends one VM of 500 when one changed, and the page ends up with the same state', () => {
  const vms = Array.from({ length: 500 }, (_, index) => vm(`vm-${index}`));
  const before = signedIn(snapshot(vms, 1));
  const after = {
    ...before,
    snapshots: { main: snapshot(vms.with(7, vm('vm-7', { cpuPercent: 50 })), 1) },
  };
  const { feed, become, take } = feedOf(before);
  feed.watch();
  take();
  become(after);
  const patch = diffAppState(before, after);
  expect(take()).toEqual([['patch', patch]]);
  expect(JSON.stringify(patch).length).toBeLessThan(1500);
  expect(patch && applyAppPatch(before, patch)).toEqual(after);
});

test('sends a requested destination once the page watches, after the state', () => {
  const { feed, take } = feedOf(start);
  feed.go({ kind: 'alerts' });
  feed.go({ kind: 'settings' });
  expect(take()).toEqual([]);
  feed.watch();
  expect(take()).toEqual([
    ['start', { app: start, screen: null }],
    ['go', { kind: 'settings' }],
  ]);
  feed.go({ kind: 'alerts' });
  expect(take()).toEqual([['go', { kind: 'alerts' }]]);
});

test.each([
  ['the window was freed', (feed: Feed) => feed.end(), { kind: 'settings' }],
  ['the page was reloaded', () => {}, null],
  [
    'the page crashed',
    (feed: Feed) => {
      feed.keepScreen(null);
      feed.end();
    },
    null,
  ],
])('starts the next page on the right screen after %s', (_, happen, screen) => {
  const { feed, take } = feedOf(start);
  feed.watch();
  feed.keepScreen({ kind: 'settings' });
  take();
  happen(feed);
  feed.watch();
  expect(take()).toEqual([['start', { app: start, screen }]]);
});
