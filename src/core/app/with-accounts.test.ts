import { expect, test } from 'vitest';
import type { AccountSnapshot, AppAccount } from '../../shared/app/index.ts';
import { withAccounts } from './with-accounts.ts';

const snapshot: AccountSnapshot = {
  vms: { value: { vms: [], skipped: 0 }, problem: null },
  spend: { value: null, problem: null },
  asOf: 7,
};

function account(id: string, label = 'Mine'): AppAccount {
  const rest = { email: null, keptIn: 'keychain', consoleUrl: null } as const;
  return { id, label, baseUrl: 'https://gpu.example/', credential: 'apiKey', ...rest };
}

const STATE = { accounts: [account('a'), account('b')], snapshots: { a: snapshot, b: snapshot } };

test('accounts that are listed as they were leave the state as it is', () => {
  const next = withAccounts(STATE, [account('a'), account('b')]);
  expect(next.accounts).toBe(STATE.accounts);
  expect(next.snapshots).toBe(STATE.snapshots);
});

test('a changed account leaves the snapshots as they are', () => {
  const next = withAccounts(STATE, [account('a', 'Renamed'), account('b')]);
  expect(next.accounts.map(({ label }) => label)).toEqual(['Renamed', 'Mine']);
  expect(next.snapshots).toBe(STATE.snapshots);
});

test('a new account has heard nothing yet, and one that is gone takes its snapshot along', () => {
  const next = withAccounts(STATE, [account('b'), account('c')]);
  expect(next.snapshots).toEqual({
    b: snapshot,
    c: { vms: { value: null, problem: null }, spend: { value: null, problem: null }, asOf: null },
  });
  expect(next.snapshots['b']).toBe(snapshot);
});
