import { accountPrefix } from '../accounts/account-names.ts';
import type { AccountsSlice, AppAccount, KeychainState } from '../accounts/accounts-slice.ts';
import {
  accountProblem,
  accountStatus,
  isBillingOnly,
  problemSeverity,
} from '../domain/account-state.ts';
import { isScopeProblem, mayNeedNetworkLogin, type Problem } from '../domain/problem.ts';
import { describeProblem, type ProblemContext } from '../domain/problem-text.ts';
import { clockTime, printable } from '../format/index.ts';
import { figuresOf } from '../usage/figures.ts';
import type { AccountSnapshot, PollingSlice } from './polling-slice.ts';

/** A step that a person can take about an issue. `anotherKey` opens the screen of `signIn` where the sign-in itself did not fail. */
export type IssueStep =
  | { readonly kind: 'signIn' | 'anotherKey' | 'openLoginPage'; readonly accountId: string }
  /** `accountId` null: all accounts. */
  | { readonly kind: 'refresh'; readonly accountId: string | null }
  | { readonly kind: 'dismiss'; readonly what: 'notice' | 'keptUntilQuit' | 'noTray' };

/**
 * In the order of every surface. `signedOut` and `noData`: an account's data is out of date, or was never received; `list`: VMs that
 * could not be read; `billingOnly`: the key cannot list VMs; `spend`: no key of the owner can read spend.
 */
const KINDS = [
  ...(['signedOut', 'keychain', 'offline', 'noData', 'list', 'billingOnly', 'spend'] as const),
  ...(['notice', 'keptUntilQuit', 'noTray'] as const),
] as const;

/** Something wrong with an account or its data, in the words of every surface. */
export interface Issue {
  readonly kind: (typeof KINDS)[number];
  readonly tone: 'alarm' | 'warning' | 'quiet';
  /** Null: it concerns all accounts. */
  readonly accountId: string | null;
  /** `lea: ` before the text, where there are several accounts. */
  readonly prefix: string;
  /** The reason, where a request failed; else null. */
  readonly problem: Problem | null;
  /** One phrase for a menu line. */
  readonly short: string;
  readonly message: string;
  readonly action: string | null;
  /** The time of the next attempt, ms since the epoch, where it is announced or a credential was refused; else null. */
  readonly retryAt: number | null;
  /** The most helpful first. */
  readonly steps: readonly IssueStep[];
}

interface State extends Pick<AccountsSlice, 'accounts' | 'keychain'>, PollingSlice {
  readonly environment: { readonly isOnline: boolean; readonly hasTray: boolean };
  readonly notice: string | null;
}

const words = {
  retrying: (problem: string, time: string) => `${problem}; retrying at ${time}`,
  unreadable: (count: number) =>
    `${count === 1 ? 'One VM has' : `${count} VMs have`} data that GPU Tray can’t read.`,
  billingOnly: (owner: string) =>
    `This ${owner} can only see billing, so status and SSH are unavailable.`,
  spend: (owner: string) => `This ${owner} can’t read spend, so rate and alerts are unavailable.`,
} as const;

const OFFLINE = ['Offline.', 'Updates resume when you’re back online.'] as const;
const KEPT_UNTIL_QUIT = [
  'You’ll need to sign in again after quitting.',
  'No keychain found to store your sign-in.',
] as const;
const NO_TRAY = [
  'This desktop shows no tray icons.',
  'GPU Tray keeps running after you close this window. Launch it again to reopen it. In GNOME, the AppIndicator extension adds a tray.',
] as const;

const KEYCHAIN: Readonly<Record<Exclude<KeychainState, 'available'>, readonly [string, string]>> = {
  locked: ['Your keychain is locked.', 'Unlock it, then try again. Your sign-in is still stored.'],
  waiting: ['Waiting for your keychain.', 'It may be asking you to unlock it.'],
  notAnswering: ['Your keychain isn’t responding.', 'Restart its service, then try again.'],
  missing: ['No keychain service is running.', 'Start one, or sign in for this session only.'],
};

const NO_DETAILS = { accountId: null, prefix: '', problem: null, action: null, retryAt: null };

function issue(
  kind: Issue['kind'],
  tone: Issue['tone'],
  message: string,
  details: Partial<Issue> = {},
): Issue {
  const short = message.replace(/\.$/, '');
  return { ...NO_DETAILS, kind, tone, short, message, steps: [], ...details };
}

/** The steps that help; none: waiting. */
function stepsFor(problem: Problem, accountId: string): readonly IssueStep[] {
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

/** The problem that keeps an account's data from being current; null: none, or the keychain or the network explains it. */
function outageOf(state: State, snapshot: AccountSnapshot, isRetried: boolean): Problem | null {
  const problem = accountProblem(snapshot);
  if (problem === null || accountStatus(snapshot) === 'live' || !state.environment.isOnline)
    return null;
  // One failed poll is no outage where all VMs were read before.
  const isWhole = snapshot.vms.value?.isComplete ?? isBillingOnly(snapshot);
  if (isRetried && snapshot.freshness === 'retrying' && isWhole) return null;
  const isOfKeychain = ['keychainLocked', 'keychainUnavailable'].includes(problem.kind);
  return isOfKeychain && state.keychain !== 'available' ? null : problem;
}

/** @param hasSpend an account of the same owner has it */
function accountIssues(
  state: State,
  account: AppAccount,
  hasSpend: boolean,
  context: ProblemContext,
): readonly Issue[] {
  const { id } = account;
  const snapshot = state.snapshots[id];
  if (snapshot === undefined) return [];
  const { vms, spend } = snapshot;
  const about = { accountId: id, prefix: accountPrefix(state.accounts, account) };

  function outage(problem: Problem): Issue {
    const isOfSpend = problem.kind === 'forbidden' && problem !== vms.problem;
    // A 404 for the list itself, not for one of its VMs.
    const at = problem.kind === 'notFound' ? 'signIn' : isOfSpend ? 'spend' : 'list';
    const { short, message, action } = describeProblem(problem, { at, ...context });
    const next = state.nextPolls[id] ?? null;
    const isRefused = problemSeverity(problem) === 'refused';
    const announced = 'retryAt' in problem ? problem.retryAt : null;
    const steps = stepsFor(problem, id);
    const isSignedOut = steps.some(({ kind }) => kind === 'signIn');
    return issue(isSignedOut ? 'signedOut' : 'noData', 'alarm', message, {
      ...about,
      short: isRefused && next !== null ? words.retrying(short, clockTime(next)) : short,
      problem,
      action,
      retryAt: isRefused || announced !== null ? (next ?? announced) : null,
      steps,
    });
  }

  /** A key that cannot read one part is no outage. */
  function limit(kind: 'billingOnly' | 'spend', problem: Problem): Issue {
    const reason = describeProblem(problem, { at: kind === 'spend' ? kind : 'list' });
    const action = `${reason.message} ${reason.action}`;
    const owner = isScopeProblem(problem) ? 'key' : 'account';
    const steps = stepsFor(problem, id);
    return issue(kind, 'quiet', words[kind](owner), { ...about, problem, action, steps });
  }

  const problem = outageOf(state, snapshot, context.retries ?? false);
  const isLimited = spend.problem?.kind === 'forbidden' && accountStatus(snapshot) === 'live';
  const skipped = vms.value?.skipped ?? 0;
  return [
    problem && outage(problem),
    skipped > 0 ? issue('list', 'warning', words.unreadable(skipped), about) : null,
    isBillingOnly(snapshot) && vms.problem ? limit('billingOnly', vms.problem) : null,
    isLimited && spend.problem && !hasSpend ? limit('spend', spend.problem) : null,
  ].filter((found) => found !== null);
}

/** A keychain that is not available. Credentials in memory are no alarm without a keychain; a locked keychain stores them once unlocked. */
function keychainIssues({ accounts, keychain }: State): readonly Issue[] {
  if (keychain === 'available' || accounts.length === 0) return [];
  if (keychain === 'missing' && accounts.every(({ storedIn }) => storedIn === 'memory'))
    return [dismissable('keptUntilQuit', ...KEPT_UNTIL_QUIT)];
  const [message, action] = KEYCHAIN[keychain];
  const steps = keychain === 'waiting' ? [] : [{ kind: 'refresh', accountId: null } as const];
  return [issue('keychain', 'alarm', message, { action, steps })];
}

function dismissable(
  what: 'notice' | 'keptUntilQuit' | 'noTray',
  message: string,
  action: string | null = null,
): Issue {
  return issue(what, 'quiet', message, { action, steps: [{ kind: 'dismiss', what }] });
}

/** Everything that is wrong with the accounts and their data, the worst first. @param context how a text names the next attempt */
export function issuesOf(state: State, context: ProblemContext): readonly Issue[] {
  const { snapshots, notice, environment } = state;
  const [offline, action] = OFFLINE;
  // The newest outage first.
  const owners = figuresOf(state).owners.flatMap((accounts) => {
    const hasSpend = accounts.some((account) => account.state.spend.value);
    return accounts.map((account) => ({ account, hasSpend, at: snapshots[account.id]?.asOf ?? 0 }));
  });
  return [
    ...keychainIssues(state),
    ...(environment.isOnline ? [] : [issue('offline', 'alarm', offline, { action })]),
    ...owners
      .toSorted((a, b) => b.at - a.at)
      .flatMap(({ account, hasSpend }) => accountIssues(state, account, hasSpend, context)),
    ...(notice === null ? [] : [dismissable('notice', printable(notice))]),
    ...(environment.hasTray ? [] : [dismissable('noTray', ...NO_TRAY)]),
  ].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** Whether an issue explains why this account is not up to date. */
export function isAbout(
  { kind, accountId }: { readonly kind: string; readonly accountId: string | null },
  id: string,
): boolean {
  return accountId === id || kind === 'keychain' || kind === 'offline';
}
