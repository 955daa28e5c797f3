import { describe, expect, test } from 'vitest';
import { type AccountState, accountStatus } from '../domain/account-state.ts';
import type { Problem } from '../domain/problem.ts';
import { makeSpend, makeVm, makeVmList } from '../domain/testing/records.ts';
import { type AppState, initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { type Issue, isAbout, issuesOf } from './issues.ts';
import type { AccountSnapshot } from './polling-slice.ts';

const NOW = new Date(2026, 10, 12, 14, 3).getTime();
const NOTHING = { value: null, problem: null };
const LISTED = { value: makeVmList([makeVm({ id: 'vm-1', status: 'running' })]), problem: null };
const OFFLINE = { environment: { ...environment, isOnline: false } };

const network = { kind: 'network' } as const;
const session = { kind: 'unauthorized', credential: 'session' } as const;
const apiKey = { kind: 'unauthorized', credential: 'apiKey' } as const;
const forbidden = { kind: 'forbidden' } as const;
const locked = { kind: 'keychainLocked' } as const;

function snapshotOf(parts: Partial<AccountState>): AccountSnapshot {
  const state = { vms: LISTED, spend: NOTHING, ...parts };
  const isLive = accountStatus(state) === 'live';
  return { ...state, asOf: NOW, freshness: isLive ? 'live' : 'outOfDate' };
}

/** A state with one account and a list of one VM. */
function appWith(parts: Partial<AccountState>, state: Partial<AppState> = {}): AppState {
  return {
    ...initialState(environment, NOW),
    accounts: [makeAccount({ id: 'a', label: 'lea@example.com' })],
    snapshots: { a: snapshotOf(parts) },
    ...state,
  };
}

const failing = (problem: Problem, state: Partial<AppState> = {}) =>
  appWith({ vms: { ...LISTED, problem } }, state);

/** @param snapshots by account id */
function appOf(snapshots: Record<string, Partial<AccountState> & { asOf?: number }>): AppState {
  const states = Object.entries(snapshots).map(([id, { asOf = NOW, ...parts }]) => [
    id,
    { ...snapshotOf(parts), asOf },
  ]);
  const accounts = Object.keys(snapshots).map((id) => makeAccount({ id, label: id }));
  return appWith({}, { accounts, snapshots: Object.fromEntries(states) });
}

const issues = (app: AppState) => issuesOf(app, { retries: true });
const kindsOf = (app: AppState) => issues(app).map(({ kind }) => kind);

const LIMITED = { value: null, problem: forbidden };
const NO_KEY = { ...forbidden, credential: 'session' } as const;

test.each<[string, AppState, `${Issue['kind']} ${Issue['tone']}`, readonly string[]]>([
  ['an expired session', failing(session), 'signedOut alarm', ['signIn']],
  ['a rejected key', failing(apiKey), 'signedOut alarm', ['refresh', 'signIn']],
  ['no answer', failing({ kind: 'timeout', seconds: 30 }), 'noData alarm', ['refresh']],
  [
    'a network that answers in its place',
    failing({ kind: 'notTheService', found: 'webPage' }),
    ...(['noData alarm', ['openLoginPage']] as const),
  ],
  ['a rate limit', failing({ kind: 'rateLimited', retryAt: NOW }), 'noData alarm', []],
  [
    'a key that allows nothing',
    appWith({ vms: LIMITED, spend: LIMITED }),
    ...(['noData alarm', ['anotherKey']] as const),
  ],
  [
    'a list that ended early',
    appWith({ vms: { ...LISTED, problem: { kind: 'incompleteList' } } }),
    ...(['noData alarm', ['refresh']] as const),
  ],
  ['a notice', appWith({}, { notice: 'Hi' }), 'notice quiet', ['dismiss']],
])('%s', (_, app, kind, steps) => {
  const [found, ...others] = issues(app);
  expect(others).toEqual([]);
  expect(`${found?.kind} ${found?.tone}`).toBe(kind);
  expect(found?.steps.map((step) => step.kind)).toEqual(steps);
});

test.each<[Issue['kind'], AppState, string, readonly string[]]>([
  [
    'noData',
    failing({ kind: 'notFound', detail: 'Not Found' }),
    ...(['No API at this address: Not Found. Check the service URL.', ['refresh']] as const),
  ],
  [
    'keychain',
    failing(locked, { keychain: 'locked' }),
    'Your keychain is locked. Unlock it, then try again. Your sign-in is still stored.',
    ['refresh'],
  ],
  [
    'offline',
    failing(network, OFFLINE),
    ...(['Offline. Updates resume when you’re back online.', []] as const),
  ],
  [
    'list',
    appWith({ vms: { value: makeVmList([], { skipped: 1 }), problem: null } }),
    ...(['One VM has data that GPU Tray can’t read.', []] as const),
  ],
  [
    'billingOnly',
    appWith({ vms: LIMITED }),
    'This key can only see billing, so status and SSH are unavailable. Permission denied. Use an API key with more permissions.',
    ['anotherKey'],
  ],
  [
    'spend',
    appWith({ spend: { value: null, problem: NO_KEY } }),
    'This account can’t read spend, so rate and alerts are unavailable. Permission denied. Check your account in the web console, then try again.',
    ['refresh'],
  ],
])('%s has a text and steps', (kind, app, text, steps) => {
  const [found, ...others] = issues(app);
  expect([found?.kind, others]).toEqual([kind, []]);
  expect([found?.message, ...(found?.action ? [found.action] : [])].join(' ')).toBe(text);
  expect(found?.steps.map((step) => step.kind)).toEqual(steps);
});

describe('there is no issue', () => {
  test.each<[string, AppState]>([
    ['without problems', appWith({})],
    ['before the first poll', appWith({ vms: NOTHING })],
    ['without an account', appWith({}, { accounts: [], snapshots: {}, keychain: 'locked' })],
    [
      'after one failed poll',
      appWith({}, { snapshots: { a: { ...snapshotOf({}), ...{ freshness: 'retrying' } } } }),
    ],
    [
      'about spend that another account of the owner has',
      appOf({
        a: { spend: { value: null, problem: forbidden } },
        b: { spend: { value: makeSpend({ perHour: 1 }), problem: null } },
      }),
    ],
  ])('%s', (_, app) => {
    expect(issues(app)).toEqual([]);
  });
});

test('one failed poll counts where there is no data', () => {
  const vms = { value: null, problem: network };
  const retrying = { ...snapshotOf({ vms }), freshness: 'retrying' } as const;
  expect(kindsOf(appWith({}, { snapshots: { a: retrying } }))).toEqual(['noData']);
});

test('are sorted: signed out, keychain, no data (the newest outage first), everything else', () => {
  const app = appOf({
    older: { vms: { ...LISTED, problem: network } },
    newer: { vms: { ...LISTED, problem: network }, asOf: NOW + 1 },
    limited: { vms: { value: null, problem: forbidden } },
    out: { vms: { ...LISTED, problem: session } },
  });
  const found = issues({ ...app, keychain: 'locked', notice: 'Hi' });
  expect(found.map(({ kind, prefix }) => `${prefix}${kind}`)).toEqual([
    ...['out: signedOut', 'keychain', 'newer: noData', 'older: noData'],
    ...['limited: billingOnly', 'notice'],
  ]);
});

test('a rejected key and a rate limit have the time of the next attempt', () => {
  const [rejected] = issues(failing(apiKey, { nextPolls: { a: NOW + 60_000 } }));
  expect(rejected).toMatchObject({
    short: 'API key rejected (401); retrying at 14:04',
    retryAt: NOW + 60_000,
  });
  const [limited] = issues(failing({ kind: 'rateLimited', retryAt: NOW }));
  expect(limited).toMatchObject({ short: 'Rate limit reached; retrying at 14:03', retryAt: NOW });
});

test('old spend does not hide that a key may not list VMs', () => {
  const spend = { value: makeSpend({}), problem: { kind: 'oldSpend', at: NOW } } as const;
  const app = appWith({ vms: { value: null, problem: forbidden }, spend });
  expect(kindsOf(app)).toEqual(['noData', 'billingOnly']);
});

describe('without a keychain', () => {
  const kept = (storedIn: 'keychain' | 'memory', state: Partial<AppState> = {}) => {
    const app = failing(network, { keychain: 'missing', ...state });
    return { ...app, accounts: app.accounts.map((account) => ({ ...account, storedIn })) };
  };

  test('a stored credential is an alarm, one kept until quit a note at the end', () => {
    expect(kindsOf(kept('keychain'))).toEqual(['keychain', 'noData']);
    expect(kindsOf(kept('memory'))).toEqual(['noData', 'keptUntilQuit']);
  });
});

test('explain why an account has no data: its own, the keychain and the network', () => {
  const app = appOf({ a: { vms: { ...LISTED, problem: network } }, b: {} });
  const aboutB = (state: AppState) =>
    issues(state).flatMap((issue) => (isAbout(issue, 'b') ? [issue.kind] : []));
  expect(aboutB(app)).toEqual([]);
  expect(aboutB({ ...app, keychain: 'locked', notice: 'Hi' })).toEqual(['keychain']);
  expect(aboutB({ ...app, ...OFFLINE })).toEqual(['offline']);
});
