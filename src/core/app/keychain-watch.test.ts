import { expect, test } from 'vitest';
import type { KeychainState } from '../../shared/app/index.ts';
import { createKeychainWatch } from './keychain-watch.ts';

type Status = Exclude<KeychainState, 'waiting'>;

function setUp(first: KeychainState) {
  let state = first;
  const asked: ((status: Status) => void)[] = [];
  const watch = createKeychainWatch({
    status: () => new Promise((resolve) => asked.push(resolve)),
    current: () => state,
    onChange: (next) => {
      state = next;
    },
  });
  const answer = async (look: number, status: Status) => {
    asked[look]?.(status);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { watch, asked, answer, state: () => state };
}

test('a look that ends late does not undo a later one', async () => {
  const { watch, answer, state } = setUp('available');
  watch.look();
  watch.look();
  await answer(1, 'available');
  await answer(0, 'locked');
  expect(state()).toBe('available');
});

test('looks again only where it was not available', async () => {
  const { watch, asked, answer, state } = setUp('locked');
  watch.lookAgain();
  await answer(0, 'available');
  expect(state()).toBe('available');
  watch.lookAgain();
  expect(asked).toHaveLength(1);
});

test('says that it is waiting until it is not', async () => {
  const { watch, answer, state } = setUp('available');
  watch.look();
  watch.waiting(true);
  await answer(0, 'available');
  expect(state()).toBe('waiting');
  watch.waiting(false);
  await answer(1, 'locked');
  expect(state()).toBe('locked');
});
