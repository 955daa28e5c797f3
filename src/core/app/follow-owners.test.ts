import { expect, test } from 'vitest';
import { type AccountPicture, type AppAccount, initialState } from '../../shared/app/index.ts';
import { vm } from '../monitor/testing/records.ts';
import { followOwners } from './follow-owners.ts';
import { createStateStore } from './state-store.ts';

function account(id: string, baseUrl = 'https://api.example.com/'): AppAccount {
  return {
    ...{ id, label: id, baseUrl, credential: 'apiKey', email: null },
    ...{ keptIn: 'keychain', consoleUrl: null },
  };
}

function picture(...ids: readonly string[]): AccountPicture {
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
  const end = followOwners(store, (sentence) => told.push(sentence));
  const elsewhere = account('c', 'https://other.example.com/');
  store.set({ accounts: [account('a'), account('b\u202e'), elsewhere] });
  const pictures = { a: picture('x'), 'b\u202e': picture('y'), c: picture('x') };
  store.set({ pictures });
  expect(told).toEqual([]);
  store.set({ pictures: { ...pictures, 'b\u202e': picture('x', 'y') } });
  expect(told.splice(0)).toEqual(['“a” and “b” show the same VMs, so they count once.']);
  store.set({ pictures });
  store.set({ pictures: { ...pictures, 'b\u202e': picture('x') } });
  expect(told.splice(0)).toEqual([null, null]);
  end();
  store.set({ pictures });
  expect(told).toEqual([]);
});
