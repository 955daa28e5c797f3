import { describe, expect, test } from 'vitest';
import { makeAlert } from '../../../shared/alerts/testing/alerts.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeVmList } from '../../../shared/domain/testing/records.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { vmWith } from '../vms/testing/entry.ts';
import { type Banner, banners as bannersOf } from './banners.ts';
import { mayHaveMessages } from './strip.ts';

const NOW = Date.UTC(2026, 10, 12, 14, 3);

const alert = makeAlert({ id: 'alert-1', openedAt: NOW });

function banners(app: AppState, now = NOW): readonly Banner[] {
  const found = bannersOf(app, now, []);
  if (found.length > 0) expect(mayHaveMessages(app, null)).toBe(true);
  return found;
}

const keysOf = (app: AppState) => banners(app).map(({ key }) => key);

/** A state with one account; its VMs have this problem. */
function appWith(problem: Problem | null, parts: Partial<AppState> = {}): AppState {
  const vms = { value: makeVmList([vmWith({})]), problem };
  const freshness = problem === null ? 'live' : 'outOfDate';
  const spend = { value: null, problem: null };
  return {
    ...initialState(environment, NOW),
    accounts: [makeAccount({ id: 'a' })],
    snapshots: { a: { vms, spend, asOf: NOW, freshness } },
    ...parts,
  };
}

describe('banners', () => {
  test('are sorted: no data, money, a VM, everything else; the newest first', () => {
    const alerts = [
      makeAlert({ id: 'disks', rule: 'stoppedBilled' }),
      makeAlert({ id: 'idle', rule: 'idle' }),
      makeAlert({ id: 'today', rule: 'spendToday' }),
      makeAlert({ id: 'long', rule: 'runningLong' }),
      makeAlert({ id: 'rate', rule: 'hourlyRate' }),
    ];
    expect(keysOf(appWith({ kind: 'network' }, { alerts, notice: 'Hi' }))).toEqual([
      ...['noData:a', 'alert:today', 'alert:rate', 'alert:idle', 'alert:long', 'alert:disks'],
      'notice:',
    ]);
  });

  test('leave out a snoozed alert until its time', () => {
    const app = appWith(null, { alerts: [{ ...alert, snoozedUntil: NOW + 1 }] });
    expect(banners(app)).toEqual([]);
    expect(banners(app, NOW + 1)).toHaveLength(1);
  });

  test('show for how long an alert is open', () => {
    const app = appWith(null, { alerts: [alert] });
    expect(banners(app)[0]?.lasts).toBeNull();
    expect(banners(app, NOW + 12 * 60_000)[0]?.lasts).toBe('12 min');
  });

  test('say once that there is no data, with the reason where it is known', () => {
    const alerts = [makeAlert({ id: 'missing', rule: 'noData', openedAt: NOW }), alert];
    const locked = { alerts, keychain: 'locked' } as const;
    expect(keysOf(appWith({ kind: 'network' }, { alerts }))).toEqual(['noData:a', 'alert:alert-1']);
    expect(keysOf(appWith({ kind: 'keychainLocked' }, locked))).toEqual([
      ...['keychain:', 'alert:alert-1'],
    ]);
    expect(keysOf(appWith(null, { alerts }))).toEqual(['alert:missing', 'alert:alert-1']);
  });

  test('count down to an announced attempt in place of its time', () => {
    const [limited] = banners(appWith({ kind: 'rateLimited', retryAt: NOW }));
    expect(limited).toMatchObject({ message: 'Rate limit reached.', action: null, retryAt: NOW });
    const refused = { kind: 'unauthorized', credential: 'apiKey' } as const;
    const [rejected] = banners(appWith(refused, { nextPolls: { a: NOW } }));
    expect(rejected).toMatchObject({ action: 'Sign in again with a valid key.', retryAt: NOW });
  });

  test('leave what concerns the list of VMs to the list', () => {
    const spend = { value: null, problem: null };
    const vms = { value: makeVmList([], { skipped: 1 }), problem: null };
    const snapshots = { a: { vms, spend, asOf: NOW, freshness: 'live' } } as const;
    expect(banners(appWith(null, { snapshots }))).toEqual([]);
  });

  test('leave out what was dismissed', () => {
    const bare = appWith(null, { notice: 'Hi', environment: { ...environment, hasTray: false } });
    expect(keysOf(bare)).toEqual(['notice:', 'noTray:']);
    expect(bannersOf(bare, NOW, ['noTray']).map(({ key }) => key)).toEqual(['notice:']);
  });
});
