import { expect, test } from 'vitest';
import { initialState } from '../../shared/app/index.ts';
import { createNotices } from './notices.ts';
import { createStateStore } from './state-store.ts';

function setUp() {
  const surroundings = { platform: 'linux', version: '0', hasTray: true, isOnline: true } as const;
  const store = createStateStore(initialState(surroundings, 0));
  return { notices: createNotices(store), shown: () => store.get().notice };
}

test('one after the other, the oldest first', () => {
  const { notices, shown } = setUp();
  notices.tell('settings', 'The settings were mended.');
  notices.tell('notification', 'a is running');
  expect(shown()).toBe('The settings were mended.');
  notices.dismiss();
  expect(shown()).toBe('a is running');
  notices.dismiss();
  expect(shown()).toBeNull();
  notices.dismiss();
  expect(shown()).toBeNull();
});

test('of one topic the latest, in the place of the one before', () => {
  const { notices, shown } = setUp();
  notices.tell('notification', 'a is running');
  notices.tell('accounts', 'x');
  notices.tell('notification', 'b has failed');
  expect(shown()).toBe('b has failed');
  notices.dismiss();
  expect(shown()).toBe('x');
});
