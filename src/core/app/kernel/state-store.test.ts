import { expect, test } from 'vitest';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { createStateStore, type NoticeTopic, withNotice, withoutNotice } from './state-store.ts';

function setup() {
  const store = createStateStore(initialState(environment, 0));
  return {
    store,
    add: (topic: NoticeTopic, message: string) =>
      store.apply(withNotice(store.core(), topic, message)),
    dismiss: () => store.apply(withoutNotice(store.core())),
    shown: () => store.get().notice,
  };
}

test('listeners are called for changes only', () => {
  const { store } = setup();
  const notices: (string | null)[] = [];
  store.subscribe(({ notice }) => notices.push(notice));
  store.set({ notice: null });
  store.apply({ ...store.core(), memory: { ...store.core().memory, cycle: new Set(['a']) } });
  store.set({ notice: 'x' });
  expect(notices).toEqual(['x']);
  expect(store.core().memory.cycle).toEqual(new Set(['a']));
});

test('a notice replaces the previous one of its topic', () => {
  const { add, dismiss, shown } = setup();
  add('notification', 'a is running');
  add('accounts', 'x');
  add('notification', 'b has failed');
  expect(shown()).toBe('b has failed');
  dismiss();
  expect(shown()).toBe('x');
});
