import { CHECK_IDS, type Check, type CheckId } from '../../shared/diagnostics/check.ts';
import { accountProblem, problemSeverity } from '../../shared/domain/account-state.ts';
import { isScopeProblem, isUnreached, type Problem } from '../../shared/domain/problem.ts';
import { describeProblem } from '../../shared/domain/problem-text.ts';
import { formatDuration } from '../../shared/format/index.ts';
import { KeychainError } from '../vault/index.ts';
import type { AccountFacts, Facts, ServiceFacts } from './facts.ts';
import { messages, nodeAction, type CheckResult as Result } from './messages.ts';

function ofProblem(state: Result['state'], problem: Problem): Result {
  const { message, action } = describeProblem(problem);
  return { state, detail: message, nextStep: action };
}

/** In the command line, with the next step for Node. */
function ofService(state: Result['state'], problem: Problem, { desktop }: Facts): Result {
  const result = ofProblem(state, problem);
  const nextStep = desktop === null ? nodeAction(problem) : null;
  return nextStep === null ? result : { ...result, nextStep };
}

function keychain({ keychain: state, credentialsFile }: Facts): Result {
  if (credentialsFile !== undefined) return messages.keychain.file(credentialsFile);
  if (state === 'available' || state === 'waiting') return messages.keychain[state];
  const { message, action } = new KeychainError(state === 'notAnswering' ? 'timeout' : state);
  // Only stored credentials need a keychain; without it, their accounts fail.
  return { state: state === 'missing' ? 'warning' : 'failed', detail: message, nextStep: action };
}

function network({ isOnline, services }: Facts): Result {
  const failed = services.filter(({ probe }) => probe.problem && isUnreached(probe.problem));
  const hasResponse = failed.length < services.length;
  if (!isOnline && !hasResponse) return messages.network.offline;
  if (failed.some(({ proxy }) => proxy === 'ignored')) return messages.network.proxyIgnored;
  if (failed.some(({ proxy }) => proxy === 'used')) return messages.network.proxyBlocks;
  return messages.network.connected[services[0]?.proxy ?? 'unknown'];
}

function service({ probe: { problem, ms } }: ServiceFacts, facts: Facts): Result {
  if (problem === null) return messages.service.responded(ms);
  return ofService(problem.kind === 'rateLimited' ? 'warning' : 'failed', problem, facts);
}

function certificate({ isEncrypted, probe }: ServiceFacts, facts: Facts): Result {
  const { problem } = probe;
  if (!isEncrypted) return messages.certificate.none;
  // A web page or a redirect is received over a verified connection.
  if (problem === null || problem.kind === 'notTheService' || !isUnreached(problem))
    return messages.certificate.verified;
  return problem.kind === 'tls' ? ofService('failed', problem, facts) : messages.notReached;
}

/** ms; a computer that sets its clock by the network is off by less than a second. */
const MAX_CLOCK_MS = 60_000;

function clock({ probe: { problem, clockAheadMs } }: ServiceFacts): Result {
  if (problem !== null && isUnreached(problem)) return messages.notReached;
  if (clockAheadMs === null) return messages.clock.unknown;
  const off = Math.abs(clockAheadMs);
  if (off <= MAX_CLOCK_MS) return messages.clock.correct;
  return messages.clock.wrong(formatDuration(off), clockAheadMs > 0);
}

/** With the service's words, and a next step that fits them. */
function withWords(result: Result, problem: Problem): Result {
  if (problem.kind !== 'forbidden' || problem.detail === null) return result;
  const { message, action } = describeProblem(problem);
  const nextStep = isScopeProblem(problem) ? result.nextStep : action;
  return { ...result, detail: `${result.detail} ${message}`, nextStep };
}

function scopes({ state }: AccountFacts): Result {
  const problem = accountProblem(state);
  const { unread, all, vms, spendOnly, vmsOnly, nothing } = messages.scopes;
  if (problem === null) {
    if (state.vms.value === null && state.spend.value === null) return unread;
    return state.spend.value?.isAtLeast === undefined ? all : vms;
  }
  if (problemSeverity(problem) === 'scope') {
    if (state.spend.problem === null) return withWords(spendOnly, problem);
    return withWords(state.vms.problem === null ? vmsOnly : nothing, problem);
  }
  if (isUnreached(problem)) return messages.notReached;
  return ofProblem(problem.kind === 'rateLimited' ? 'unknown' : 'failed', problem);
}

function ssh({ ssh: facts }: Facts): Result {
  if ('unusable' in facts) return messages.ssh.unusable(facts.unusable);
  const { hasSsh, include, pattern } = facts;
  if (!hasSsh) return messages.ssh.missing;
  return include === 'absent' && pattern !== null
    ? messages.ssh.pattern(pattern)
    : messages.ssh.include[include];
}

function acting({ acting: found, hasAutoStops }: Facts): Result {
  const { self, other, silent, nobody, needless, unknown } = messages.acting;
  switch (found?.kind) {
    case undefined:
      return unknown;
    case 'self':
      return self;
    case 'other':
      return (found.isSilent ? silent : other)(found.actor);
    case 'nobody':
      return hasAutoStops ? nobody : needless;
  }
}

type Desktop = NonNullable<Facts['desktop']>;

function autostart({ wantsAutostart, startsAtLogin }: Desktop): Result {
  const { on, off, notInstalled, turnedOff, turnedOn } = messages.autostart;
  if (startsAtLogin === null) return notInstalled;
  if (startsAtLogin === wantsAutostart) return startsAtLogin ? on : off;
  return wantsAutostart ? turnedOff : turnedOn;
}

function updates({ updates: found }: Desktop): Result {
  switch (found.kind) {
    case 'off':
      return messages.updates[found.by];
    case 'idle':
    case 'checking':
      return messages.updates.none;
    case 'ready':
      return messages.updates.ready(found.version);
    case 'failed':
      return messages.updates[found.why];
  }
}

function each<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  decide: (one: T) => Result,
): readonly Omit<Check, 'id'>[] {
  if (all.length === 0) return [{ subject: null, ...messages.noAccount }];
  return all.map((one) => ({ subject: all.length > 1 ? nameOf(one) : null, ...decide(one) }));
}

type Decide = (facts: Facts) => readonly Omit<Check, 'id'>[];

const once =
  (decide: (facts: Facts) => Result): Decide =>
  (facts) => [{ subject: null, ...decide(facts) }];

const ofServices =
  (decide: (one: ServiceFacts, facts: Facts) => Result): Decide =>
  (facts) =>
    each(
      facts.services,
      ({ host }) => host,
      (one) => decide(one, facts),
    );

const ofDesktop = (decide: (desktop: Desktop) => Result) =>
  once(({ desktop }) => (desktop === null ? messages.notHere : decide(desktop)));

const CHECKS: Readonly<Record<CheckId, Decide>> = {
  keychain: once(keychain),
  network: once(network),
  service: ofServices(service),
  certificate: ofServices(certificate),
  clock: ofServices(clock),
  scopes: ({ accounts }) => each(accounts, ({ label }) => label, scopes),
  ssh: once(ssh),
  acting: once(acting),
  tray: ofDesktop(({ hasTray }) => (hasTray ? messages.tray.shown : messages.tray.hidden)),
  notifications: ofDesktop(({ notifications }) => messages.notifications[notifications]),
  autostart: ofDesktop(autostart),
  updates: ofDesktop(updates),
};

export function decideChecks(facts: Facts): readonly Check[] {
  return CHECK_IDS.flatMap((id) => CHECKS[id](facts).map((decided) => ({ id, ...decided })));
}
