import { expect, test } from 'vitest';
import { nextUpdateCheck, type UpdateMoment } from './update-pace.ts';

const DUE: UpdateMoment = {
  ...{ now: 1_000_000, dueAt: 1_000_000, updates: 'idle', isWanted: true, isOnline: true },
  ...{ screen: null, hasAccounts: true, isAsking: false, notifiedAt: null },
};
const LATER = 60_000;

test.each<[string, Partial<UpdateMoment>, number | null]>([
  ['is due', {}, 0],
  ['is due after a failure', { updates: 'failed' }, 0],
  ['is not due yet', { dueAt: 1_030_000 }, 30_000],
  ['has no feed or is forbidden', { updates: 'off' }, null],
  ['is turned off', { isWanted: false }, null],
  ['has no network', { isOnline: false }, null],
  ['is under way', { updates: 'checking' }, null],
  ['has found a version', { updates: 'ready' }, null],
  ['would interrupt a confirmation', { isAsking: true }, LATER],
  ['would interrupt a notification', { notifiedAt: 990_000 }, LATER],
  ['comes after a notification', { notifiedAt: 940_000 }, 0],
  ['comes while the list is open', { screen: 'vms' }, 0],
  ['comes while About is open', { screen: 'about' }, 0],
  ['would interrupt the first sign-in', { screen: 'vms', hasAccounts: false }, LATER],
  ['would interrupt a sign-in', { screen: 'signIn' }, LATER],
  ['would interrupt settings', { screen: 'settings' }, LATER],
  ['would interrupt the login fields of a VM', { screen: 'vm' }, LATER],
  ['would interrupt the limits of alerts', { screen: 'alerts' }, LATER],
])('a check that %s', (_, change, expected) => {
  expect(nextUpdateCheck({ ...DUE, ...change })).toBe(expected);
});
