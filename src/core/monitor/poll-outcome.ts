import {
  type AccountState,
  accountProblem,
  accountStatus,
  vmPhase,
} from '../../shared/domain/index.ts';
import type { PollOutcome } from './poller.ts';
import { brings, type PollReadings } from './snapshot.ts';

function latestRetry(state: AccountState): number | null {
  const times = [state.vms.problem, state.spend.problem].map((problem) =>
    problem?.kind === 'rateLimited' || problem?.kind === 'server' ? (problem.retryAt ?? 0) : 0,
  );
  return Math.max(...times) || null;
}

function pausedBy(state: AccountState): PollOutcome['pausedBy'] {
  switch (accountStatus(state)) {
    case 'signedOut':
      return 'signIn';
    case 'blocked':
      return accountProblem(state)?.kind === 'forbidden' ? 'signIn' : 'keychain';
    case 'starting':
    case 'live':
    case 'stale':
      return null;
  }
}

/** What a poll and the snapshot after it say about the next poll. */
export function outcomeOf(
  state: AccountState,
  readings: PollReadings,
): Omit<PollOutcome, 'rateLimit' | 'requestsPerPoll'> {
  const answered = [readings.vms, readings.spend].filter((reading) => reading.kind !== 'notAsked');
  return {
    isChanging: state.vms.value?.vms.some((vm) => vmPhase(vm.status) === 'changing') ?? false,
    hasFailed: answered.every((reading) => reading.kind === 'problem'),
    pausedBy: pausedBy(state),
    retryAt: latestRetry(state),
  };
}

/** All that there is to be heard: the VMs, or the spend alone for a credential that may not see them. */
export function saysWhatItCan({ vms, spend }: PollReadings): boolean {
  const mayNotSee =
    vms.kind === 'notAsked' || (vms.kind === 'problem' && vms.problem.kind === 'forbidden');
  return brings(vms) || (mayNotSee && brings(spend));
}
