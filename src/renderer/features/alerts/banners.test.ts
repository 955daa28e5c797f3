import { describe, expect, test } from 'vitest';
import { makeAlert } from '../../../shared/alerts/testing/alerts.ts';
import { type AccountState, accountStatus, type Problem } from '../../../shared/domain/index.ts';
import { makeSpend, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { vmWith } from '../vms/testing/entry.ts';
import { type Banner, banners as bannersOf, isAbout } from './banners.ts';
import { mayHaveMessages } from './strip.ts';

const NOW = Date.UTC(2026, 10, 12, 14, 3);

const alert = makeAlert({ id: 'alert-1', openedAt: NOW });

const NOTHING = { value: null, problem: null };

function banners(app: AppState, now: number): readonly Banner[] {
  const found = bannersOf(app, now, []);
  if (found.length > 0) expect(mayHaveMessages(app, null)).toBe(true);
  return found;
}

function snapshotOf(state: AccountState): AccountSnapshot {
  const isLive = accountStatus(state) === 'live';
  return { ...state, asOf: NOW, freshness: isLive ? 'live' : 'outOfDate' };
}

/** A state with one account; its VMs have this problem. */
function appWith(problem: Problem | null, parts: Partial<AppState> = {}): AppState {
  const vms = { value: makeVmList([]), problem };
  return {
    ...initialState(environment, NOW),
    accounts: [
      makeAccount({ id: 'a', label: 'lea@example.com', baseUrl: 'https://api.example.com' }),
    ],
    snapshots: { a: snapshotOf({ vms, spend: { value: null, problem: null } }) },
    ...parts,
  };
}

function withSpend(app: AppState, spend: AccountSnapshot['spend']): AppState {
  const snapshots = Object.entries(app.snapshots).map(([id, { vms }]) => [
    id,
    snapshotOf({ vms, spend }),
  ]);
  return { ...app, snapshots: Object.fromEntries(snapshots) };
}

describe('banners', () => {
  test('are empty without problems', () => {
    expect(banners(appWith(null), NOW)).toEqual([]);
  });

  test('are sorted: signed out, no data, money, a VM, everything else; the newest first', () => {
    const alerts = [
      makeAlert({ id: 'disks', rule: 'stoppedBilled' }),
      makeAlert({ id: 'idle', rule: 'idle' }),
      makeAlert({ id: 'today', rule: 'spendToday' }),
      makeAlert({ id: 'long', rule: 'runningLong' }),
      makeAlert({ id: 'rate', rule: 'hourlyRate' }),
    ];
    const app = appWith({ kind: 'network' }, { alerts, keychain: 'locked', notice: 'Hi' });
    const [account] = app.accounts;
    if (account === undefined) throw new Error('the account is missing');
    const down = snapshotOf({ vms: { value: null, problem: { kind: 'network' } }, spend: NOTHING });
    const vms = { value: null, problem: { kind: 'unauthorized', credential: 'session' } } as const;
    const snapshots = {
      ...{ ...app.snapshots, newer: { ...down, asOf: NOW + 1 } },
      out: snapshotOf({ vms, spend: NOTHING }),
    };
    const accounts = ['a', 'newer', 'out'].map((id) => ({ ...account, id }));
    expect(banners({ ...app, accounts, snapshots }, NOW).map(({ key }) => key)).toEqual([
      ...['account:out', 'keychain', 'account:newer', 'account:a'],
      ...['alert:today', 'alert:rate', 'alert:idle', 'alert:long', 'alert:disks', 'notice'],
    ]);
  });

  test('leave out a snoozed alert until its time', () => {
    const alerts = [{ ...alert, snoozedUntil: NOW + 1 }];
    expect(banners(appWith(null, { alerts }), NOW)).toEqual([]);
    expect(banners(appWith(null, { alerts }), NOW + 1)).toHaveLength(1);
  });

  test('show for how long an alert is open', () => {
    const app = appWith(null, { alerts: [alert] });
    expect(banners(app, NOW)[0]?.lasts).toBeNull();
    expect(banners(app, NOW + 12 * 60_000)[0]?.lasts).toBe('for 12 min');
  });

  test('link to signing in when the session expired', () => {
    const [banner] = banners(appWith({ kind: 'unauthorized', credential: 'session' }), NOW);
    expect(banner?.steps).toEqual([{ kind: 'signIn', accountId: 'a' }]);
  });

  test('count down to the retry of a rejected key, and offer one now', () => {
    const nextPolls = { a: NOW + 60_000 };
    const app = appWith({ kind: 'unauthorized', credential: 'apiKey' }, { nextPolls });
    expect(banners(app, NOW)).toMatchObject([
      {
        ...{ message: 'API key rejected (401).', retryAt: NOW + 60_000 },
        steps: [{ kind: 'refresh', accountId: 'a' }, { kind: 'signIn' }],
      },
    ]);
  });

  test('link to the login page of a network that answers in place of the service', () => {
    const found = appWith({ kind: 'notTheService', found: 'webPage' });
    expect(banners(found, NOW)[0]?.steps).toEqual([{ kind: 'openLoginPage', accountId: 'a' }]);
  });

  test('are empty while one failed poll is retried', () => {
    const app = appWith({ kind: 'network' });
    const [[id, snapshot] = []] = Object.entries(app.snapshots);
    if (id === undefined || snapshot === undefined) throw new Error('the snapshot is missing');
    const snapshots = { [id]: { ...snapshot, freshness: 'retrying' } } as const;
    expect(banners({ ...app, snapshots }, NOW)).toEqual([]);
  });

  test('say once that there is no data, with the reason where it is known', () => {
    const alerts = [makeAlert({ id: 'missing', rule: 'noData', openedAt: NOW }), alert];
    const keysOf = (problem: Problem | null, parts: Partial<AppState> = {}) =>
      banners(appWith(problem, { alerts, ...parts }), NOW).map(({ key }) => key);
    expect(keysOf({ kind: 'network' })).toEqual(['account:a', 'alert:alert-1']);
    const locked = keysOf({ kind: 'keychainLocked' }, { keychain: 'locked' });
    expect(locked).toEqual(['keychain', 'alert:alert-1']);
    expect(keysOf(null)).toEqual(['alert:missing', 'alert:alert-1']);
  });

  test('count down to the next request of a rate limit, without a button', () => {
    const retryAt = NOW + 90_000;
    const [banner] = banners(appWith({ kind: 'rateLimited', retryAt }), NOW);
    expect(banner).toMatchObject({ message: 'Rate limit reached.', retryAt, steps: [] });
  });

  test('say that GPU Tray retries', () => {
    expect(banners(appWith({ kind: 'timeout', seconds: 30 }), NOW)[0]?.action).toBe(
      'Retrying automatically.',
    );
  });

  test('are empty for a billing-only key', () => {
    const vms = { value: null, problem: { kind: 'forbidden', detail: null } } as const;
    const snapshots = { a: snapshotOf({ vms, spend: NOTHING }) };
    expect(banners(appWith(null, { snapshots }), NOW)).toEqual([]);
  });

  test('link to another key when a key allows nothing', () => {
    const forbidden = { kind: 'forbidden', detail: null } as const;
    const app = withSpend(appWith(forbidden), { value: null, problem: forbidden });
    expect(banners(app, NOW).map(({ tone, steps }) => [tone, steps[0]?.kind])).toEqual([
      ['alarm', 'anotherKey'],
    ]);
  });

  test('note that a key without access to spend has no rate and no alerts', () => {
    const refused = { value: null, problem: { kind: 'forbidden', detail: null } } as const;
    const app = withSpend(appWith(null), refused);
    const [banner, ...others] = banners(app, NOW);
    expect(banner).toMatchObject({
      tone: 'quiet',
      steps: [{ kind: 'anotherKey', accountId: 'a' }],
    });
    expect(banner?.message).toBe('This key can’t read spend, so rate and alerts are unavailable.');
    expect([banner?.action, others]).toEqual([null, []]);
    const trouble = withSpend(appWith({ kind: 'network' }), refused);
    expect(banners(trouble, NOW).map(({ key }) => key)).toEqual(['account:a']);
  });

  test('quote why a password account cannot read spend, without naming a key', () => {
    const problem = { kind: 'forbidden', credential: 'session', detail: 'Not yours' } as const;
    const [banner] = banners(withSpend(appWith(null), { value: null, problem }), NOW);
    expect(banner).toMatchObject({
      message: 'This account can’t read spend, so rate and alerts are unavailable.',
      ...{ action: 'Permission denied: Not yours.', steps: [{ kind: 'refresh', accountId: 'a' }] },
    });
  });

  test('are empty when another account of the same owner has the spend', () => {
    const vms = { value: makeVmList([vmWith({ id: 'vm-1' })]), problem: null };
    const refused = { value: null, problem: { kind: 'forbidden', detail: null } } as const;
    const app = appWith(null);
    const [first] = app.accounts;
    if (first === undefined) throw new Error('the account is missing');
    const seen = { value: makeSpend({ perHour: 1 }), problem: null };
    const both = {
      ...app,
      accounts: [first, { ...first, id: 'b' }],
      snapshots: {
        a: snapshotOf({ vms, spend: refused }),
        b: snapshotOf({ vms, spend: seen }),
      },
    };
    expect(banners(both, NOW)).toEqual([]);
  });

  test('offline, mention the last known data only if there is any', () => {
    const offline = { ...environment, isOnline: false };
    const stale = banners(appWith(null, { environment: offline }), NOW);
    expect(stale[0]?.action).toMatch(/last known data/);
    const empty = banners(appWith(null, { environment: offline, snapshots: {} }), NOW);
    expect(empty[0]?.action).not.toMatch(/last known data/);
  });

  test('contain one banner for being offline, and one for a locked keychain', () => {
    const offline = { ...environment, isOnline: false };
    const away = appWith({ kind: 'network' }, { environment: offline });
    expect(banners(away, NOW).map(({ key }) => key)).toEqual(['offline']);
    const locked = appWith({ kind: 'keychainLocked' }, { keychain: 'locked' });
    expect(banners(locked, NOW).map(({ key }) => key)).toEqual(['keychain']);
  });

  test('name the account when there are several', () => {
    const app = appWith({ kind: 'network' });
    const [first] = app.accounts;
    if (first === undefined) throw new Error('the account is missing');
    const two = { ...app, accounts: [first, { ...first, id: 'b' }] };
    expect(banners(two, NOW)[0]?.message).toMatch(/^lea: /);
  });

  describe('without a keychain', () => {
    const kept = (storedIn: 'keychain' | 'memory', parts: Partial<AppState> = {}) => {
      const app = appWith({ kind: 'network' }, { keychain: 'missing', notice: 'Hi', ...parts });
      return { ...app, accounts: app.accounts.map((account) => ({ ...account, storedIn })) };
    };
    const keys = (app: AppState) => banners(app, NOW).map(({ key }) => key);

    test('a stored credential comes with a keychain banner before the account', () => {
      expect(keys(kept('keychain'))).toEqual(['keychain', 'account:a', 'notice']);
    });

    test('a sign-in kept until quit has one quiet, dismissable banner at the end', () => {
      const app = kept('memory');
      expect(keys(app)).toEqual(['account:a', 'notice', 'keptUntilQuit']);
      const banner = banners(app, NOW).at(-1);
      expect(banner).toMatchObject({
        tone: 'quiet',
        message: 'Your sign-in is kept only until you quit.',
      });
      expect(bannersOf(app, NOW, ['keptUntilQuit']).map(({ key }) => key)).toEqual([
        'account:a',
        'notice',
      ]);
      expect(banner !== undefined && isAbout(banner, 'a')).toBe(false);
    });

    test.each(['locked', 'notAnswering'] as const)(
      'a keychain that could store the sign-in has a banner (%s)',
      (keychain) => {
        const [first] = banners(kept('memory', { keychain }), NOW);
        expect(first).toMatchObject({ key: 'keychain', steps: [{ kind: 'refresh' }] });
      },
    );

    test('one stored credential among several has a keychain banner', () => {
      const app = kept('memory');
      const [first] = app.accounts;
      if (first === undefined) throw new Error('the account is missing');
      const both = {
        ...app,
        accounts: [first, { ...first, id: 'b', storedIn: 'keychain' as const }],
      };
      expect(keys(both)).toContain('keychain');
    });

    test('a waiting keychain has a banner, an available one none', () => {
      expect(keys(kept('memory', { keychain: 'waiting' }))).toContain('keychain');
      expect(keys(kept('memory', { keychain: 'available' }))).toEqual(['account:a', 'notice']);
    });
  });

  test('end with the missing tray until dismissed', () => {
    const bare = appWith(null, { notice: 'Hi', environment: { ...environment, hasTray: false } });
    const found = banners(bare, NOW);
    expect(found.map(({ key, tone }) => [key, tone])).toEqual([
      ['notice', 'quiet'],
      ['noTray', 'quiet'],
    ]);
    expect(found.at(-1)?.action).toMatch(/Launch it again/);
    expect(bannersOf(bare, NOW, ['noTray']).map(({ key }) => key)).toEqual(['notice']);
  });
});
