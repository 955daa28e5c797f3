import type { AppAccount } from '../../../shared/accounts/index.ts';
import { problemSeverity } from '../../../shared/domain/account-state.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { describePollingProblem, type ProblemPlace } from '../../../shared/domain/problem-text.ts';
import { isChanging, type Vm } from '../../../shared/domain/vm.ts';
import { clockTime } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';

/** Where an account's rate comes from: without figures of its own, from the list. */
export const spendPlace = (account: AppAccount | undefined): ProblemPlace =>
  account?.can.includes('spend') === false ? 'list' : 'spend';

const reasons = {
  notReceived: 'Not received yet.',
  noRate: (service: string) =>
    `${service} reports no rate for this account. Checked with every update.`,
  changing: 'Not billed yet. Checked with every update.',
  notListed: (service: string) =>
    `${service} reports no cost for this VM. Checked with every update.`,
  noUsage: (service: string) => `${service} reports no costs. GPU Tray measures them from now on.`,
  noTotal: 'The usage report has no total.',
  retryingAt: (time: string) => `Retrying at ${time}.`,
} as const;

type Polls = Pick<AppState, 'accounts' | 'snapshots' | 'nextPolls'>;

const serviceOf = ({ accounts }: Polls, accountId: string) =>
  serviceName(accounts.filter(({ id }) => id === accountId));

/** @param retryAt ms since the epoch; null: unknown, or trying again does not help */
function problemReason(problem: Problem, retryAt: number | null, at: ProblemPlace = 'spend') {
  const { message, action } = describePollingProblem(problem, at);
  return `${message} ${retryAt === null ? action : reasons.retryingAt(clockTime(retryAt))}`;
}

/** Why the spend of an account has no rate; null: it has one. */
function spendReason(app: Polls, accountId: string): string | null {
  const { accounts, snapshots, nextPolls } = app;
  const { value, problem } = snapshots[accountId]?.spend ?? { value: null, problem: null };
  if (value !== null && value.perHour !== null) return null;
  if (problem === null)
    return value === null ? reasons.notReceived : reasons.noRate(serviceOf(app, accountId));
  const isRetried = problemSeverity(problem) === 'outOfDate';
  const retryAt = isRetried ? (nextPolls[accountId] ?? null) : null;
  return problemReason(problem, retryAt, spendPlace(findAccount({ accounts }, accountId)));
}

/** Why the rate of all accounts is unknown; null: no account is the reason. */
export function rateReason(app: Polls): string | null {
  return app.accounts.map(({ id }) => spendReason(app, id)).find((why) => why !== null) ?? null;
}

export function vmRateReason(app: Polls, accountId: string, vm: Vm): string {
  const hasSpend = app.snapshots[accountId]?.spend.value != null;
  const why = hasSpend ? null : spendReason(app, accountId);
  if (why !== null) return why;
  const isNew = isChanging(vm.phase) && vm.phase !== 'stopping';
  return isNew ? reasons.changing : reasons.notListed(serviceOf(app, accountId));
}

/** Why the cost of today or of the month is unknown. Without the rate, its growth is unknown. */
export function costReason(app: AppState): string {
  const { missingCosts } = app;
  if (missingCosts === null) return rateReason(app) ?? reasons.notReceived;
  const { problem, retryAt } = missingCosts;
  const isSilent = app.accounts.every(({ can }) => !can.includes('usage'));
  if (problem === null && isSilent) return reasons.noUsage(serviceName(app.accounts));
  return problem === null
    ? `${reasons.noTotal} ${reasons.retryingAt(clockTime(retryAt))}`
    : problemReason(problem, retryAt);
}
