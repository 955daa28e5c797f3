import { expect, test } from 'vitest';
import { NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { applyChanges } from './apply-changes.ts';
import { action } from './menu-item.ts';
import { type TrayModel, trayModel } from './tray-model.ts';

const first: TrayModel = {
  icon: { mark: 'idle', tone: 'template' },
  tooltip: 'GPU Tray',
  title: '',
  menu: [action('Quit', { kind: 'quit' })],
};

/** What is set, in order. */
function recordedTray() {
  const set: unknown[] = [];
  const apply = applyChanges({
    setIcon: (icon) => void set.push(['icon', icon]),
    setTooltip: (text) => void set.push(['tooltip', text]),
    setTitle: (text) => void set.push(['title', text]),
    setMenu: (items) => void set.push(['menu', items]),
  });
  return { apply, take: () => set.splice(0) };
}

test('the first model is set whole, the icon ahead of all', () => {
  const { apply, take } = recordedTray();
  apply(first);
  expect(take()).toEqual([
    ['icon', first.icon],
    ['tooltip', first.tooltip],
    ['title', first.title],
    ['menu', first.menu],
  ]);
});

test.each<[string, Partial<TrayModel>]>([
  ['icon', { icon: { mark: 'billing', tone: 'template' } }],
  ['icon', { icon: { mark: 'idle', tone: 'onDark' } }],
  ['tooltip', { tooltip: 'GPU Tray · $1.10/h' }],
  ['title', { title: '$1.10/h' }],
  ['menu', { menu: [action('Quit GPU Tray', { kind: 'quit' })] }],
])('of a model with another %s only that is set: %j', (part, change) => {
  const { apply, take } = recordedTray();
  apply(first);
  take();
  apply({ ...first, ...change });
  expect(take()).toEqual([[part, Object.values(change)[0]]]);
});

test('an equal model sets nothing, though it is made anew', () => {
  const { apply, take } = recordedTray();
  apply(first);
  take();
  apply(structuredClone(first));
  expect(take()).toEqual([]);
});

test('all that belongs together changes together', () => {
  const { apply, take } = recordedTray();
  const at = (rate: number) => trayModel(signedIn(snapshot([vm('a')], rate)), 'darwin', NOON);
  apply(at(1.1));
  take();
  apply(at(2.2));
  const set = take().map((part) => JSON.stringify(part));
  expect(set).toEqual([
    expect.stringMatching(/^\["tooltip".*\$2\.20/),
    expect.stringMatching(/^\["title".*\$2\.20/),
    expect.stringMatching(/^\["menu".*\$2\.20/),
  ]);
});

test('what could not be set is set again with the next model', () => {
  const set: string[] = [];
  let isBroken = true;
  const apply = applyChanges({
    setIcon: () => void set.push('icon'),
    setTooltip() {
      if (isBroken) throw new Error('no');
      set.push('tooltip');
    },
    setTitle: () => void set.push('title'),
    setMenu: () => void set.push('menu'),
  });
  expect(() => apply(first)).toThrow('no');
  isBroken = false;
  apply(first);
  expect(set).toEqual(['icon', 'icon', 'tooltip', 'title', 'menu']);
});
