import { describe, expect, test } from 'vitest';
import type { Actor } from '../../shared/acting/acting.ts';
import { CHECK_IDS, type CheckId } from '../../shared/diagnostics/check.ts';
import { spendOf } from '../../shared/domain/billing.ts';
import type { Problem, ServiceProblem } from '../../shared/domain/problem.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import type { UpdateState } from '../../shared/updates/updates-slice.ts';
import { spend } from '../monitor/testing/records.ts';
import { decideChecks } from './decide.ts';
import type { DesktopFacts, Facts, ServiceFacts } from './facts.ts';

const PATTERN = { prefix: 'gpu', options: ['proxyjump login.example'], other: 'vm' };
const SERVICE: ServiceFacts = {
  host: 'api.example.com',
  isEncrypted: true,
  proxy: 'none',
  probe: { problem: null, ms: 120, clockAheadMs: 300 },
};

/** @param problems of VMs and spend; undefined: unread */
function read(vms?: Problem | null, ofSpend?: Problem | null): AccountSnapshot {
  const part = <T>(value: T, problem: Problem | null | undefined) =>
    problem === null ? { value, problem } : { value: null, problem: problem ?? null };
  const parts = { vms: part(makeVmList([]), vms), spend: part(spend(), ofSpend) };
  return { ...parts, asOf: null, freshness: 'live' };
}

const APP: AppState = {
  ...initialState(environment, 0),
  accounts: [makeAccount({ id: 'a' })],
  snapshots: { a: read(null, null) },
};
const app = (change: Partial<AppState>): Partial<Facts> => ({ app: { ...APP, ...change } });

const GOOD: Facts = {
  app: APP,
  services: [SERVICE],
  ssh: { hasSsh: true, include: 'active', pattern: null },
  acting: 'self',
  hasAutoStops: false,
  desktop: { notifications: 'supported', startsAtLogin: false },
};

/** With a service that failed in this way. */
function failing(problem: ServiceProblem, change: Partial<ServiceFacts> = {}): Partial<Facts> {
  return { services: [{ ...SERVICE, probe: { ...SERVICE.probe, problem }, ...change }] };
}
const clockAt = (clockAheadMs: number | null): Partial<Facts> => ({
  services: [{ ...SERVICE, probe: { ...SERVICE.probe, clockAheadMs } }],
});
const LOCAL: Partial<Facts> = { services: [{ ...SERVICE, isEncrypted: false }] };
const updates = (state: UpdateState) => app({ updates: state });
const desktop = (change: Partial<DesktopFacts>): Partial<Facts> => ({
  desktop: { notifications: 'supported', startsAtLogin: false, ...change },
});
const OFFLINE = app({ environment: { ...environment, isOnline: false } });
const WANTED = app({ preferences: { ...APP.preferences, autostart: true } });

const ssh = (change: Partial<Facts['ssh']>): Partial<Facts> => ({
  ssh: { hasSsh: true, include: 'absent', pattern: null, ...change },
});
const scopes = (...problems: Parameters<typeof read>) =>
  app({ snapshots: { a: read(...problems) } });
const other = (actor: Actor | null, isSilent = false): Partial<Facts> => ({
  acting: { actor, isSilent },
});
const SUMMED = app({
  snapshots: { a: { ...read(null), spend: { value: spendOf([]), problem: null } } },
});
const WATCH: Actor = { program: 'watch', pid: 812 };

const FORBIDDEN = { kind: 'forbidden' } as const;
const REJECTED = { kind: 'unauthorized', credential: 'apiKey' } as const;
const NOBODY = 'nobody';
const READY: UpdateState = { kind: 'ready', version: '2.0.0', needsPassword: false };
const NETWORK = { kind: 'network' } as const;
const TLS = { kind: 'tls' } as const;
const DNS = { kind: 'dns' } as const;
const PROXY = { kind: 'proxy', needsLogin: true } as const;
const LIMITED = { kind: 'rateLimited', retryAt: null } as const;

function check(id: CheckId, change: Partial<Facts>) {
  const [found] = decideChecks({ ...GOOD, ...change }).filter((one) => one.id === id);
  return found;
}

test.each<[CheckId, string, Partial<Facts>, string, RegExp]>([
  ['keychain', 'unlocked', {}, 'ok', /^Available/],
  ['keychain', 'locked', app({ keychain: 'locked' }), 'failed', /locked/],
  ['keychain', 'missing', app({ keychain: 'missing' }), 'warning', /No system keychain/],
  ['keychain', 'a file', { credentialsFile: '/etc/keys' }, 'ok', /^Not used: .* \/etc\/keys\.$/],
  ['keychain', 'silent', app({ keychain: 'notAnswering' }), 'failed', /isn’t responding/],
  ['keychain', 'prompting', app({ keychain: 'waiting' }), 'warning', /Waiting/],

  ['network', 'direct', {}, 'ok', /without a proxy/],
  ['network', 'offline', { ...failing(NETWORK), ...OFFLINE }, 'failed', /offline/],
  ['network', 'offline, with a service here', OFFLINE, 'ok', /^Connected/],
  ['network', 'without a response', failing(NETWORK), 'ok', /^Connected/],
  ['network', 'behind a proxy', failing(LIMITED, { proxy: 'used' }), 'ok', /through a proxy/],
  ['network', 'blocked', failing(NETWORK, { proxy: 'used' }), 'warning', /not reached/],
  ['network', 'refused', failing(PROXY, { proxy: 'used' }), 'warning', /not reached/],
  ['network', 'past a proxy', failing(TLS, { proxy: 'ignored' }), 'warning', /does not use/],

  ['service', 'responding', {}, 'ok', /120 ms/],
  ['service', 'unreachable', failing(NETWORK), 'failed', /Failed to reach/],
  ['service', 'behind a proxy with a login', failing(PROXY), 'failed', /requires a login/],
  ['service', 'limiting', failing(LIMITED), 'warning', /Rate limit/],
  ['service', 'none', { services: [] }, 'notApplicable', /No account/],

  ['certificate', 'valid', {}, 'ok', /Verified/],
  ['certificate', 'invalid', failing(TLS), 'failed', /not verified/],
  ['certificate', 'unreached', failing(NETWORK), 'unknown', /Not checked/],
  ['certificate', 'unresolved', failing(DNS), 'unknown', /Not checked/],
  ['certificate', 'behind a proxy', failing(PROXY), 'unknown', /Not checked/],
  ['certificate', 'local', LOCAL, 'notApplicable', /./],

  ['clock', 'right', clockAt(-59_000), 'ok', /Matches/],
  ['clock', 'ahead', clockAt(5 * 60_000), 'warning', /^5 m ahead/],
  ['clock', 'behind', clockAt(-3 * 3_600_000), 'warning', /^3 h behind/],
  ['clock', 'unknown', clockAt(null), 'unknown', /did not report/],
  ['clock', 'unreached', failing(TLS), 'unknown', /not reached/],

  ['scopes', 'all', {}, 'ok', /VMs and spend/],
  ['scopes', 'VMs, of which its spend is the sum', SUMMED, 'ok', /Can read VMs; /],
  ['scopes', 'billing', scopes(FORBIDDEN, null), 'warning', /not VMs/],
  ['scopes', 'no billing', scopes(null, FORBIDDEN), 'warning', /not spend/],
  ['scopes', 'nothing', scopes(FORBIDDEN, FORBIDDEN), 'failed', /neither/],
  ['scopes', 'rejected', scopes(REJECTED, null), 'failed', /rejected/],
  ['scopes', 'unreached', scopes(NETWORK, NETWORK), 'unknown', /not reached/],
  ['scopes', 'limited', scopes(LIMITED, null), 'unknown', /Rate limit/],
  ['scopes', 'unread', scopes(), 'unknown', /yet/],
  ['scopes', 'locked', scopes({ kind: 'keychainLocked' }), 'failed', /locked/],

  ['ssh', 'on', {}, 'ok', /names are on/],
  ['ssh', 'off', ssh({}), 'ok', /off/],
  ['ssh', 'pattern', ssh({ pattern: PATTERN }), 'warning', /: proxyjump\.$/],
  ['ssh', 'missing', ssh({ hasSsh: false }), 'failed', /not found/],

  ['tray', 'shown', {}, 'ok', /Shown/],
  [
    'tray',
    'hidden',
    app({ environment: { ...environment, hasTray: false } }),
    'warning',
    /no tray icons/,
  ],
  ['notifications', 'supported', {}, 'ok', /Supported/],
  ['notifications', 'failed', desktop({ notifications: 'failed' }), 'warning', /did not show/],
  ['notifications', 'none', desktop({ notifications: 'unsupported' }), 'warning', /no notif/],
  ['autostart', 'off', {}, 'ok', /^Off\.$/],
  ['autostart', 'on', { ...WANTED, ...desktop({ startsAtLogin: true }) }, 'ok', /^On\.$/],
  ['autostart', 'turned off', WANTED, 'warning', /but off/],
  ['autostart', 'turned on', desktop({ startsAtLogin: true }), 'warning', /but on/],
  ['autostart', 'source', desktop({ startsAtLogin: null }), 'notApplicable', /installed/],
  ['acting', 'self', {}, 'ok', /^This GPU Tray runs/],
  ['acting', 'other', other(WATCH), 'ok', /^gpu-tray watch \(pid 812\) runs alerts/],
  ['acting', 'unnamed', other(null), 'ok', /^Another GPU Tray runs/],
  ['acting', 'silent', other(WATCH, true), 'warning', / has stopped responding\.$/],
  ['acting', 'nobody', { acting: NOBODY, hasAutoStops: true }, 'warning', /isn’t running here/],
  ['acting', 'needless', { acting: NOBODY }, 'notApplicable', /isn’t running here/],
  ['acting', 'unknown', { acting: null }, 'unknown', /cannot be locked/],

  ['updates', 'none', {}, 'ok', /No newer/],
  ['updates', 'off', updates({ kind: 'off', by: 'build' }), 'notApplicable', /does not check/],
  ['updates', 'forbidden', updates({ kind: 'off', by: 'policy' }), 'notApplicable', /policy file/],
  ['updates', 'ready', updates(READY), 'ok', /2\.0\.0/],
  ['updates', 'failed', updates({ kind: 'failed', why: 'unverified' }), 'warning', /deleted/],
])('%s, %s', (id, _, change, state, detail) => {
  const found = check(id, change);
  expect(found?.state).toBe(state);
  expect(found?.detail).toMatch(detail);
  if (state === 'failed' || state === 'warning') expect(found?.nextStep).toMatch(/^[A-Z].*\.$/s);
});

test.each([
  ['Out of scope', 'Use an API key with read access.'],
  ['E-mail not verified', 'Check your account in the web console, then try again.'],
])('after a 403 with the words %j it has them, and the next step fits', (words, nextStep) => {
  const found = check('scopes', scopes({ ...FORBIDDEN, detail: words }, FORBIDDEN));
  const detail = `Can read neither VMs nor spend. Permission denied: ${words}.`;
  expect(found).toMatchObject({ state: 'failed', detail, nextStep });
});

describe('the list', () => {
  test('has every check, and says what the command line cannot check', () => {
    const checks = decideChecks({ ...GOOD, desktop: null });
    expect(checks.map(({ id }) => id)).toEqual(CHECK_IDS);
    const unchecked = checks.filter(({ nextStep }) => nextStep === 'Open Diagnostics in the app.');
    expect(unchecked.map(({ id }) => id)).toEqual(CHECK_IDS.slice(-4));
  });

  test('names services and accounts only where there are several', () => {
    const other = { ...SERVICE, host: 'other.example.com' };
    const checks = decideChecks({
      ...GOOD,
      services: [SERVICE, other],
      ...app({
        accounts: [makeAccount({ id: 'a' }), makeAccount({ id: 'b', label: 'work' })],
      }),
    });
    const subjects = (id: CheckId) =>
      checks.filter((one) => one.id === id).map(({ subject }) => subject);
    expect(subjects('clock')).toEqual(['api.example.com', 'other.example.com']);
    expect(subjects('scopes')).toEqual(['a', 'work']);
    expect(subjects('keychain')).toEqual([null]);
    expect(check('service', {})?.subject).toBeNull();
  });

  test('the command line names its own settings for proxies and certificates', () => {
    const steps = (problem: ServiceProblem, change: Partial<Facts>) =>
      (['service', 'certificate'] as const).map(
        (id) => check(id, { ...failing(problem), ...change })?.nextStep ?? '',
      );
    for (const step of steps(TLS, { desktop: null })) expect(step).toContain('NODE_USE_SYSTEM_CA');
    for (const step of steps(TLS, {})) expect(step).not.toContain('NODE_');
    expect(steps(PROXY, { desktop: null })[0]).toContain('HTTPS_PROXY');
    expect(steps(PROXY, {})[0]).not.toContain('HTTPS_PROXY');
  });
});
