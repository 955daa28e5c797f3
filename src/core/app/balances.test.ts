import { expect, test } from 'vitest';
import { type AppAccount, balanceLabel, initialState } from '../../shared/app/index.ts';
import { UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { makeSpend } from '../../shared/domain/testing/records.ts';
import { silentLog } from '../log.ts';
import { ServiceError } from '../service/index.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { EMPTY_SNAPSHOT } from './apply.ts';
import { startBalances } from './balances.ts';
import { createStateStore } from './state-store.ts';

const ACCOUNT: AppAccount = {
  ...{ id: 'a', label: 'a', baseUrl: 'https://x/', credential: 'apiKey', email: null },
  ...{ color: null, keptIn: 'keychain', consoleUrl: null },
  profile: { balance: { path: '/balance', pointer: '/amount' } },
};
const SURROUNDINGS = { platform: 'linux', version: '0', hasTray: true, isOnline: true } as const;
const REPORT = {
  ...{ accountId: 'a', before: UNKNOWN_STATE, after: UNKNOWN_STATE, events: [] },
  ...{ hasFailed: false, asOf: null, isAfterWake: false },
};

test('reads the balance at most every five minutes, and an unknown one is a dash', async () => {
  const clock = createVirtualClock();
  const spend = { value: makeSpend({ perHour: 2 }), problem: null };
  const store = createStateStore({
    ...initialState(SURROUNDINGS, clock.now()),
    accounts: [ACCOUNT],
    snapshots: { a: { ...EMPTY_SNAPSHOT, spend } },
  });
  let requests = 0;
  let answer: () => number = () => 42.1;
  const balance = async () => {
    requests += 1;
    return answer();
  };
  const balances = startBalances(
    { clients: () => new Map([['a', { balance }]]), clock, log: silentLog },
    store,
  );
  const label = () => balanceLabel(store.get(), ACCOUNT);
  expect(label()).toBe('Balance —');
  for (let poll = 0; poll < 20; poll += 1) {
    await balances.polled(REPORT);
    await clock.advance(30_000);
  }
  expect([requests, label()]).toEqual([2, 'Balance $42.10 · 21 h left']);
  answer = () => {
    throw new ServiceError({ kind: 'forbidden', detail: null });
  };
  await clock.advance(300_000);
  await balances.polled(REPORT);
  expect([requests, label()]).toEqual([3, 'Balance —']);
  expect(balanceLabel(store.get(), { ...ACCOUNT, profile: null })).toBeNull();
});
