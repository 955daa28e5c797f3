import { expect, test } from 'vitest';
import {
  type AppState,
  applyAppPatch,
  diffAppState,
  type PanelView,
} from '../../shared/app/index.ts';
import { createViewMemory } from '../panel/view-memory.ts';
import { signedIn, snapshot, vm } from '../testing/app-states.ts';
import { createStateFeed } from './state-feed.ts';

const VIEW: PanelView = {
  screen: { kind: 'settings' },
  list: { query: 'train', order: 'age', closedGroups: [], activeKey: null, scrollTop: 0 },
  dismissed: [],
};

function feedOf(start: AppState) {
  const sent: [string, unknown][] = [];
  let state = start;
  const view = createViewMemory();
  view.keep(VIEW);
  const feed = createStateFeed({
    state: () => state,
    view,
    send: (name, content) => void sent.push([name, content]),
  });
  const become = (next: AppState) => {
    state = next;
    feed.update();
  };
  return { feed, become, take: () => sent.splice(0) };
}

const start = signedIn(snapshot([vm('a'), vm('b')], 1));

test('nothing is sent until the page listens; then the whole state, once', () => {
  const { feed, become, take } = feedOf(start);
  become({ ...start, notice: 'hello' });
  expect(take()).toEqual([]);
  feed.watch();
  expect(take()).toEqual([['start', { app: { ...start, notice: 'hello' }, view: VIEW }]]);
});

test('a change sends what changed, no change sends nothing', () => {
  const { feed, become, take } = feedOf(start);
  feed.watch();
  take();
  become(start);
  become({ ...start });
  expect(take()).toEqual([]);
  become({ ...start, notice: 'hello' });
  expect(take()).toMatchObject([['patch', { slices: { notice: 'hello' }, snapshots: {} }]]);
});

test('one VM of 500 that changes is one VM on its way, and the page ends with the same state', () => {
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

test('where to go waits for the page, and then follows the state', () => {
  const { feed, take } = feedOf(start);
  feed.go({ kind: 'alerts' });
  feed.go({ kind: 'settings' });
  expect(take()).toEqual([]);
  feed.watch();
  expect(take()).toEqual([
    ['start', { app: start, view: VIEW }],
    ['go', { kind: 'settings' }],
  ]);
  feed.go({ kind: 'alerts' });
  expect(take()).toEqual([['go', { kind: 'alerts' }]]);
});

test('after the page is gone nothing is sent, and a new one begins anew', () => {
  const { feed, become, take } = feedOf(start);
  feed.watch();
  feed.end();
  take();
  become({ ...start, notice: 'hello' });
  feed.watch();
  expect(take()).toEqual([['start', { app: { ...start, notice: 'hello' }, view: VIEW }]]);
});

test('a page that was reloaded gets the whole state again, and begins at the beginning', () => {
  const { feed, take } = feedOf(start);
  feed.watch();
  feed.watch();
  expect(take()).toEqual([
    ['start', { app: start, view: VIEW }],
    ['start', { app: start, view: null }],
  ]);
});
