import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { balanceLabel, firstBalanceLabel } from '../../../shared/usage/balance.ts';
import { silentLog } from '../../log.ts';
import { ServiceError } from '../../providers/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startBalances } from './balances.ts';

const ACCOUNT: AppAccount = {
  ...makeAccount({ id: 'a', baseUrl: 'https://x/' }),
  can: ['balance'],
};
const REPORT = {
  ...{ accountId: 'a', before: UNKNOWN_STATE, after: UNKNOWN_STATE, events: [] },
  ...{ hasFailed: false, asOf: null, isAfterWake: false },
};

/** An account that is billed $2/h. */
function setup(balance: () => Promise<number>) {
  const clock = createVirtualClock();
  const spend = { value: makeSpend({ perHour: 2 }), problem: null };
  const store = createStateStore({
    ...initialState(environment, clock.now()),
    accounts: [ACCOUNT],
    snapshots: { a: { ...EMPTY_SNAPSHOT, spend } },
  });
  const clients = new Map([['a', { balance }]]);
  const balances = startBalances({ store, clients, clock, log: silentLog });
  return { clock, store, balances, label: () => balanceLabel(store.get(), ACCOUNT) };
}

test('reads the balance at most every five minutes, and an unknown one is a dash', async () => {
  let requests = 0;
  let answer: () => number = () => 42.1;
  const { clock, store, balances, label } = setup(async () => {
    requests += 1;
    return answer();
  });
  expect(label()).toBe('Balance —');
  for (let poll = 0; poll < 20; poll += 1) {
    await balances.polled(REPORT);
    await clock.advance(30_000);
  }
  expect([requests, label()]).toEqual([2, 'Balance $42.10 · 21 h left']);
  answer = () => {
    throw new ServiceError({ kind: 'forbidden' });
  };
  await clock.advance(300_000);
  await balances.polled(REPORT);
  expect([requests, label()]).toEqual([3, 'Balance — · Permission denied (403)']);
  expect(balanceLabel(store.get(), { ...ACCOUNT, can: [] })).toBeNull();
});

test('forgets the balance before a sleep and five minutes after it was read, when polls fail', async () => {
  const { clock, balances, label } = setup(async () => 42.1);
  await balances.polled(REPORT);
  balances.suspended();
  expect(label()).toBe('Balance —');
  await balances.polled(REPORT);
  await clock.advance(60_000);
  await balances.polled({ ...REPORT, hasFailed: true });
  expect(label()).toBe('Balance $42.10 · 21 h left');
  await clock.advance(240_000);
  await balances.polled({ ...REPORT, hasFailed: true });
  expect(label()).toBe('Balance —');
});

test('the header shows the balance that ends first, with its account', () => {
  const { store } = setup(async () => 0);
  expect(firstBalanceLabel(store.get())).toBe('Balance —');
  const second = { ...ACCOUNT, id: 'b', label: 'b' };
  const { snapshots } = store.get();
  const both = {
    ...store.get(),
    accounts: [ACCOUNT, second],
    snapshots: { ...snapshots, b: snapshots['a'] ?? EMPTY_SNAPSHOT },
    balances: { a: 90, b: 42.1 },
  };
  expect(firstBalanceLabel(both)).toBe('b: Balance $42.10 · 21 h left');
  expect(firstBalanceLabel({ ...both, balances: { a: 90 } })).toBe('a: Balance $90.00 · 45 h left');
  expect(firstBalanceLabel({ ...both, accounts: [] })).toBeNull();
});
