import { expect, test } from 'vitest';
import { type AccountSnapshot, type AppAccount, initialState } from '../../shared/app/index.ts';
import { vm } from '../monitor/testing/records.ts';
import { followOwners } from './follow-owners.ts';
import { createStateStore } from './state-store.ts';

function account(id: string, baseUrl = 'https://api.example.com/'): AppAccount {
  return {
    ...{ id, label: id, baseUrl, credential: 'apiKey', email: null },
    ...{ keptIn: 'keychain', consoleUrl: null },
  };
}

function snapshot(...ids: readonly string[]): AccountSnapshot {
  return {
    vms: { value: { vms: ids.map((id) => vm(id)), skipped: 0 }, problem: null },
    spend: { value: null, problem: null },
    asOf: 0,
  };
}

test('says once which accounts count as one, and tells whenever that changes', () => {
  const surroundings = { platform: 'linux', version: '0', hasTray: true, isOnline: true } as const;
  const store = createStateStore(initialState(surroundings, 0));
  const told: (string | null)[] = [];
  const end = followOwners(store, (message) => told.push(message));
  const elsewhere = account('c', 'https://other.example.com/');
  store.set({ accounts: [account('a'), account('b\u202e'), elsewhere] });
  const snapshots = { a: snapshot('x'), 'b\u202e': snapshot('y'), c: snapshot('x') };
  store.set({ snapshots });
  expect(told).toEqual([]);
  store.set({ snapshots: { ...snapshots, 'b\u202e': snapshot('x', 'y') } });
  expect(told.splice(0)).toEqual(['“a” and “b” show the same VMs, so they count once.']);
  store.set({ snapshots });
  store.set({ snapshots: { ...snapshots, 'b\u202e': snapshot('x') } });
  expect(told.splice(0)).toEqual([null, null]);
  end();
  store.set({ snapshots });
  expect(told).toEqual([]);
});
