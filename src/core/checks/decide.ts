import {
  CHECK_IDS,
  type Check,
  type CheckId,
  type CheckState,
} from '../../shared/diagnostics/index.ts';
import {
  accountProblem,
  describeProblem,
  isUnreached,
  type Problem,
  problemSeverity,
} from '../../shared/domain/index.ts';
import { formatDuration } from '../../shared/format/index.ts';
import { KeychainError } from '../vault/index.ts';
import type { AccountFacts, Facts, ServiceFacts } from './facts.ts';
import { type CheckText, messages, nodeAction } from './messages.ts';

type Result = Omit<Check, 'id' | 'subject'>;

const result = (state: CheckState, { detail, nextStep }: CheckText): Result => ({
  state,
  detail,
  nextStep,
});
const ok = (text: CheckText) => result('ok', text);

function problemText(problem: Problem): CheckText {
  const { message, action } = describeProblem(problem);
  return { detail: message, nextStep: action };
}

/** In the command line, with the next step for Node. */
function serviceText(problem: Problem, { desktop }: Facts): CheckText {
  const text = problemText(problem);
  return desktop === null ? { ...text, nextStep: nodeAction(problem) ?? text.nextStep } : text;
}

function keychain({ keychain: state }: Facts): Result {
  switch (state) {
    case 'available':
      return ok(messages.keychain.available);
    case 'waiting':
      return result('warning', messages.keychain.waiting);
    case 'locked':
    case 'missing':
    case 'notAnswering': {
      const error = new KeychainError(state === 'notAnswering' ? 'timeout' : state);
      const text = { detail: error.message, nextStep: error.action };
      // Only stored credentials need a keychain; without it, their accounts fail.
      return result(state === 'missing' ? 'warning' : 'failed', text);
    }
  }
}

function network({ isOnline, services }: Facts): Result {
  const failed = services.filter(({ probe }) => probe.problem && isUnreached(probe.problem));
  const hasResponse = failed.length < services.length;
  if (!isOnline && !hasResponse) return result('failed', messages.network.offline);
  if (failed.some(({ proxy }) => proxy === 'ignored'))
    return result('warning', messages.network.proxyIgnored);
  if (failed.some(({ proxy }) => proxy === 'used'))
    return result('warning', messages.network.proxyBlocks);
  return ok(messages.network.connected[services[0]?.proxy ?? 'unknown']);
}

function service({ probe: { problem, ms } }: ServiceFacts, facts: Facts): Result {
  if (problem === null) return ok(messages.service.responded(ms));
  return result(problem.kind === 'rateLimited' ? 'warning' : 'failed', serviceText(problem, facts));
}

function certificate({ isEncrypted, probe }: ServiceFacts, facts: Facts): Result {
  const { problem } = probe;
  if (!isEncrypted) return result('notApplicable', messages.certificate.none);
  // A web page or a redirect is received over a verified connection.
  if (problem === null || problem.kind === 'notTheService' || !isUnreached(problem))
    return ok(messages.certificate.verified);
  if (problem.kind !== 'tls') return result('unknown', messages.notReached);
  return result('failed', serviceText(problem, facts));
}

/** ms; a computer that sets its clock by the network is off by less than a second. */
const MAX_CLOCK_MS = 60_000;

function clock({ probe: { problem, clockAheadMs } }: ServiceFacts): Result {
  if (problem !== null && isUnreached(problem)) return result('unknown', messages.notReached);
  if (clockAheadMs === null) return result('unknown', messages.clock.unknown);
  const off = Math.abs(clockAheadMs);
  if (off <= MAX_CLOCK_MS) return ok(messages.clock.correct);
  return result('warning', messages.clock.wrong(formatDuration(off), clockAheadMs > 0));
}

function scopes({ state }: AccountFacts): Result {
  const problem = accountProblem(state);
  if (problem === null)
    return state.vms.value === null && state.spend.value === null
      ? result('unknown', messages.scopes.unread)
      : ok(messages.scopes.all);
  if (problemSeverity(problem) === 'scope') {
    if (state.spend.problem === null) return result('warning', messages.scopes.spendOnly);
    if (state.vms.problem === null) return result('warning', messages.scopes.vmsOnly);
    return result('failed', messages.scopes.nothing);
  }
  if (isUnreached(problem)) return result('unknown', messages.notReached);
  return result(problem.kind === 'rateLimited' ? 'unknown' : 'failed', problemText(problem));
}

function ssh({ ssh: facts }: Facts): Result {
  if ('unusable' in facts) return result('failed', messages.ssh.unusable(facts.unusable));
  const { hasSsh, include, isSeen } = facts;
  if (!hasSsh) return result('failed', messages.ssh.missing);
  if (include === 'active' && isSeen === false) return result('warning', messages.ssh.unseen);
  const isFine = include === 'active' || include === 'absent';
  return result(isFine ? 'ok' : 'warning', messages.ssh.include[include]);
}

type Desktop = NonNullable<Facts['desktop']>;

function tray({ hasTray }: Desktop): Result {
  return hasTray ? ok(messages.tray.shown) : result('warning', messages.tray.hidden);
}

function notifications({ notifications: state }: Desktop): Result {
  return result(state === 'supported' ? 'ok' : 'warning', messages.notifications[state]);
}

function autostart({ wantsAutostart, startsAtLogin }: Desktop): Result {
  const { on, off, notInstalled, turnedOff, turnedOn } = messages.autostart;
  if (startsAtLogin === null) return result('notApplicable', notInstalled);
  if (startsAtLogin === wantsAutostart) return ok(startsAtLogin ? on : off);
  return result('warning', wantsAutostart ? turnedOff : turnedOn);
}

function updates({ updates: found }: Desktop): Result {
  switch (found.kind) {
    case 'off':
      return result('notApplicable', messages.updates[found.by]);
    case 'idle':
    case 'checking':
      return ok(messages.updates.none);
    case 'ready':
      return ok(messages.updates.ready(found.version));
    case 'failed':
      return result('warning', messages.updates[found.why]);
  }
}

/** A result for each service or account, with its name where there are several. */
function each<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  decide: (one: T) => Result,
): readonly Omit<Check, 'id'>[] {
  if (all.length === 0) return [{ subject: null, ...result('notApplicable', messages.noAccount) }];
  return all.map((one) => ({ subject: all.length > 1 ? nameOf(one) : null, ...decide(one) }));
}

type Decide = (facts: Facts) => readonly Omit<Check, 'id'>[];

const once =
  (decide: (facts: Facts) => Result): Decide =>
  (facts) => [{ subject: null, ...decide(facts) }];

const hostOf = ({ host }: ServiceFacts) => host;

const ofServices =
  (decide: (one: ServiceFacts, facts: Facts) => Result): Decide =>
  (facts) =>
    each(facts.services, hostOf, (one) => decide(one, facts));

const ofDesktop = (decide: (desktop: Desktop) => Result) =>
  once(({ desktop }) => (desktop === null ? result('unknown', messages.notHere) : decide(desktop)));

const CHECKS: Readonly<Record<CheckId, Decide>> = {
  keychain: once(keychain),
  network: once(network),
  service: ofServices(service),
  certificate: ofServices(certificate),
  clock: ofServices(clock),
  scopes: ({ accounts }) => each(accounts, ({ label }) => label, scopes),
  ssh: once(ssh),
  tray: ofDesktop(tray),
  notifications: ofDesktop(notifications),
  autostart: ofDesktop(autostart),
  updates: ofDesktop(updates),
};

export function decideChecks(facts: Facts): readonly Check[] {
  return CHECK_IDS.flatMap((id) => CHECKS[id](facts).map((decided) => ({ id, ...decided })));
}
