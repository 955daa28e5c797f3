import type { AppAccount, KeychainState } from '../../../shared/accounts/index.ts';
import { accountPrefix } from '../../../shared/accounts/index.ts';
import { type Alert, loudAlerts } from '../../../shared/alerts/alert.ts';
import { alertDuration } from '../../../shared/alerts/alert-duration.ts';
import { type AlertRule, groupOf } from '../../../shared/alerts/alert-rules.ts';
import {
  accountProblem,
  accountStatus,
  describePollingProblem,
  isScopeProblem,
  mayNeedNetworkLogin,
  type Problem,
  problemSeverity,
} from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { figuresOf } from '../../../shared/usage/index.ts';
import { keychainText, messages } from './banner-messages.ts';

/** Banners that need no action and stay dismissed as long as the page lives. */
export type Dismissable = 'noTray' | 'keptUntilQuit';

export type NextStep =
  | { readonly kind: 'snooze'; readonly alert: Alert }
  | { readonly kind: 'signIn'; readonly accountId: string }
  /** Opens the same screen as `signIn`, where the sign-in itself did not fail. */
  | { readonly kind: 'anotherKey'; readonly accountId: string }
  | { readonly kind: 'refresh'; readonly accountId: string | null }
  | { readonly kind: 'openLoginPage'; readonly accountId: string }
  | { readonly kind: 'setUpNames' }
  | { readonly kind: 'dismiss'; readonly what: Dismissable | 'notice' };

/** A message of the strip. `key` identifies its subject and account. */
export interface Banner {
  readonly key: string;
  readonly tone: 'alarm' | 'warning' | 'quiet';
  readonly message: string;
  /** `for 12 min`; null: less than a minute; default: not shown. */
  readonly lasts?: string | null;
  readonly action: string | null;
  /** When GPU Tray retries, ms since the epoch: the strip shows a countdown instead of `action`. */
  readonly retryAt?: number | null;
  /** The most helpful first; the strip shows that one. */
  readonly steps: readonly NextStep[];
}

function quiet(key: string, message: string, step: NextStep, action: string | null = null): Banner {
  return { key, tone: 'quiet', message, action, steps: [step] };
}

/** The steps that help; none: waiting. */
function stepsFor(problem: Problem, accountId: string): readonly NextStep[] {
  // Another request would only prolong it.
  if (problem.kind === 'rateLimited') return [];
  const tryAgain = { kind: 'refresh', accountId } as const;
  switch (problemSeverity(problem)) {
    case 'refused':
      return [tryAgain, { kind: 'signIn', accountId }];
    case 'signedOut':
      return [{ kind: 'signIn', accountId }];
    case 'scope':
      return isScopeProblem(problem) ? [{ kind: 'anotherKey', accountId }] : [tryAgain];
    case 'blocked':
    case 'outOfDate':
      return mayNeedNetworkLogin(problem) ? [{ kind: 'openLoginPage', accountId }] : [tryAgain];
  }
}

export function problemNote(problem: Problem, accountId: string) {
  return { ...describePollingProblem(problem), steps: stepsFor(problem, accountId) };
}

/** `other`: comes last. */
const about = (rule: AlertRule) => (rule === 'stoppedBilled' ? 'other' : groupOf(rule));

function alertBanner(alert: Alert, now: number): Banner {
  const { rule } = alert;
  return {
    key: `alert:${alert.id}`,
    tone: groupOf(rule) === 'vms' ? 'warning' : 'alarm',
    message: alert.message,
    // The message of an alert about VMs contains a duration.
    lasts: about(rule) === 'vms' ? null : alertDuration(alert, now),
    action: null,
    steps: [{ kind: 'snooze', alert }],
  };
}

function keychainBanner(keychain: KeychainState): Banner | null {
  if (keychain === 'available') return null;
  const steps = keychain === 'waiting' ? [] : [{ kind: 'refresh', accountId: null } as const];
  return { key: 'keychain', tone: 'alarm', ...keychainText[keychain], steps };
}

/** All credentials are in memory because there is no keychain. A locked one would store them once unlocked. */
function isKeptUntilQuit({ accounts, keychain }: AppState): boolean {
  const isAllInMemory =
    accounts.length > 0 && accounts.every(({ storedIn }) => storedIn === 'memory');
  return keychain === 'missing' && isAllInMemory;
}

function isKeychainProblem({ kind }: Problem): boolean {
  return kind === 'keychainLocked' || kind === 'keychainUnavailable';
}

/** The newest outage first. */
function accountBanners(app: AppState): readonly Banner[] {
  const lastData = ({ id }: AppAccount) => app.snapshots[id]?.asOf ?? 0;
  return app.accounts
    .toSorted((a, b) => lastData(b) - lastData(a))
    .flatMap((account) => {
      const { id } = account;
      const snapshot = app.snapshots[id];
      const problem = snapshot === undefined ? null : accountProblem(snapshot);
      // One failed poll is no outage.
      if (problem === null || snapshot?.freshness !== 'outOfDate') return [];
      // The banner of the keychain explains it.
      if (isKeychainProblem(problem) && app.keychain !== 'available') return [];
      const note = problemNote(problem, id);
      const message = `${accountPrefix(app.accounts, account)}${note.message}`;
      const announced = 'retryAt' in problem ? problem.retryAt : null;
      const isTimed = announced !== null || problemSeverity(problem) === 'refused';
      const retryAt = isTimed ? (app.nextPolls[id] ?? announced) : null;
      // The countdown says it.
      const action = announced === null ? note.action : null;
      return { key: `account:${id}`, tone: 'alarm', ...note, message, action, retryAt };
    });
}

function hasSpendElsewhere(app: AppState, account: AppAccount): boolean {
  const isOwn = ({ id }: { readonly id: string }) => id === account.id;
  const owned = figuresOf(app).owners.find((accounts) => accounts.some(isOwn)) ?? [];
  return owned.some(({ state }) => state.spend.value);
}

/** A key without access to spend is no problem by itself, but rate alerts depend on it. */
function spendBanners(app: AppState): readonly Banner[] {
  return app.accounts.flatMap((account) => {
    const snapshot = app.snapshots[account.id];
    const problem = snapshot?.spend.problem;
    if (snapshot === undefined || problem?.kind !== 'forbidden') return [];
    if (accountStatus(snapshot) !== 'live' || hasSpendElsewhere(app, account)) return [];
    return {
      key: `spend:${account.id}`,
      tone: 'quiet',
      message: `${accountPrefix(app.accounts, account)}${messages.noSpend(isScopeProblem(problem))}`,
      // The message of the service.
      action: problem.detail === null ? null : describePollingProblem(problem).message,
      steps: stepsFor(problem, account.id),
    };
  });
}

function offlineBanner({ accounts, snapshots }: AppState): Banner {
  const hasData = accounts.some(({ id }) => snapshots[id]?.vms.value ?? snapshots[id]?.spend.value);
  return {
    key: 'offline',
    tone: 'alarm',
    message: messages.offline,
    action: hasData ? messages.offlineStale : messages.offlineEmpty,
    steps: [],
  };
}

function shortNamesBanner({ ssh, preferences }: AppState, copied: string | null): Banner | null {
  if (copied === null || ssh.include === 'active' || preferences.offerShortNames !== 'atCopy')
    return null;
  return quiet('shortNames', messages.shortName(copied), { kind: 'setUpNames' });
}

const isSignIn = ({ steps }: Banner) => steps.some(({ kind }) => kind === 'signIn');

/**
 * All banners: signed out, no data, money above a limit, trouble with a VM, everything else; the newest first within one.
 * @param copiedAlias of the VM whose command was copied last; null: none was
 */
export function banners(
  app: AppState,
  now: number,
  dismissed: readonly Dismissable[],
  copiedAlias: string | null = null,
): readonly Banner[] {
  const isUntilQuit = isKeptUntilQuit(app);
  const dismissable = (['keptUntilQuit', 'noTray'] as const).filter(
    (what) =>
      !dismissed.includes(what) && (what === 'noTray' ? !app.environment.hasTray : isUntilQuit),
  );
  const outages = [
    app.accounts.length === 0 || isUntilQuit ? null : keychainBanner(app.keychain),
    ...(app.environment.isOnline ? accountBanners(app) : [offlineBanner(app)]),
  ].filter((banner) => banner !== null);
  // The newest first.
  const loud = loudAlerts(app.alerts, now);
  const alertsAbout = (what: ReturnType<typeof about>) =>
    loud.filter(({ rule }) => about(rule) === what).map((alert) => alertBanner(alert, now));
  return [
    ...outages.filter(isSignIn),
    ...outages.filter((banner) => !isSignIn(banner)),
    // An outage says why there is no data.
    ...(outages.length === 0 ? alertsAbout('data') : []),
    ...alertsAbout('money'),
    ...alertsAbout('vms'),
    ...alertsAbout('other'),
    ...spendBanners(app),
    shortNamesBanner(app, copiedAlias),
    app.notice === null
      ? null
      : quiet('notice', printable(app.notice), { kind: 'dismiss', what: 'notice' }),
    ...dismissable.map((what) =>
      quiet(what, messages[what].message, { kind: 'dismiss', what }, messages[what].action),
    ),
  ].filter((banner) => banner !== null);
}

/** Whether a banner explains why this account is not up to date. */
export function isAbout({ key }: Banner, accountId: string): boolean {
  const keys = ['keychain', 'offline', `account:${accountId}`, `spend:${accountId}`];
  return keys.includes(key);
}
