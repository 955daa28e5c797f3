import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AutoStop, kindOf } from '../../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../../shared/auto-stop/default-stop.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { idleness } from '../../../shared/vms/idleness.ts';
import { areVmsRecent, NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import { MAX_GAP_MS, type Span, spendBetween } from '../../history/index.ts';
import { describeInternalError } from '../../log.ts';
import { keyOf } from '../../ssh/index.ts';
import { lookAtVm, recordIn, type VmLook, vmsAsListed } from '../kernel/look-at-vm.ts';
import type { Answer, AutoStopPorts, AutoStopState, Facts, Job } from './job.ts';

/** ms until an expected amount is checked again: only measured cost counts. */
const MEASURE_MS = 10_000;

function spendEnd(
  { history, log }: AutoStopPorts,
  { accountId, vmId }: AutoStop,
  { amount, since }: Extract<AutoStop['limit'], { kind: 'spend' }>,
  now: number,
): Facts['end'] {
  let spans: readonly Span[] = [];
  try {
    spans = history()?.spans(accountId, vmId, since, now) ?? [];
  } catch (error) {
    // Its cost is unknown. Other auto-stops need no history.
    log.warn('auto-stop.unmeasured', describeInternalError(error));
  }
  const spent = spendBetween(spans, since, now).amount;
  if (spent >= amount) return now;
  const last = spans.at(-1);
  if (last === undefined || now - last.end > MAX_GAP_MS) return 'unknown';
  if (last.rate <= 0) return null;
  const expected = last.end + ((amount - spent) / last.rate) * HOUR_MS;
  return Math.max(expected, now + MEASURE_MS);
}

/** Whether a VM runs and the load of its account is read: another computer may have set its timer. */
const isWatched = (account: AppAccount | undefined, vm: Vm | null): boolean =>
  vm?.phase === 'running' &&
  account?.can.includes('stopFromInside') === true &&
  account.turnedOn.gpuLoad === true;

export const watchedVms = (app: AppState) =>
  vmsAsListed(app).filter(({ account, vm }) => isWatched(account, vm));

/** When a limit is expected to be reached. */
function limitEnd(ports: AutoStopPorts, autoStop: AutoStop, look: VmLook): Facts['end'] {
  const { accountId, limit } = autoStop;
  const now = ports.clock.now();
  if (limit.kind === 'time') return limit.at;
  const app = ports.store.core();
  // The account is gone, so the auto-stop is due now.
  if (findAccount(app, accountId) === undefined) return now;
  const spend = limit.kind === 'spend' ? spendEnd(ports, autoStop, limit, now) : null;
  // Measured spend stays valid even if current data is missing.
  if (typeof spend === 'number' && spend <= now) return spend;
  const polls = app.memory.polls[accountId] ?? NO_ACCOUNT_POLLS;
  const vm = recordIn(look);
  const phase = vm?.phase ?? look;
  if (!areVmsRecent(polls, now) || phase === 'unknown' || phase === 'offline') return 'unknown';
  if (vm?.phase !== 'running') return null;
  if (limit.kind === 'spend') return spend;
  const facts = { app, accountId, steadySince: polls.steadySince, now };
  const { since } = idleness(facts, vm, keyOf(autoStop));
  return typeof since === 'number' ? Math.max(since, limit.since) + limit.ms : since;
}

function endOf(ports: AutoStopPorts, state: AutoStopState, look: VmLook): Facts['end'] {
  const end = limitEnd(ports, state.autoStop, look);
  if (typeof end !== 'number') return end;
  const booted = ports.clock.now() - ports.clock.monotonic();
  return Math.max(Math.min(end, booted + state.elapsesAt), booted + state.notBefore);
}

/** @param look as listed; without a record, a default is judged by the VM’s own record, right before its stop */
export function accessTo(app: AppState, autoStop: AutoStop, look: VmLook): Facts['access'] {
  const account = findAccount(app, autoStop.accountId);
  if (account === undefined) return 'signedOut';
  const vm = recordIn(look);
  const isUnasked = vm !== null && isDefaultReminder(autoStop, vm, account);
  return kindOf(autoStop, account.can) === 'stop' && !isUnasked ? 'stops' : 'reminds';
}

/** The facts of a decision, from the state. @param isBusy a call of the VM is underway, or none may be made */
export function readFacts(
  ports: AutoStopPorts,
  { vm, autoStop: state }: Job,
  answer: Answer | null,
  isBusy: boolean,
): Facts {
  const { store, clock, callerOf } = ports;
  const app = store.get();
  const listed = lookAtVm(app, vm);
  const account = findAccount(app, vm.accountId);
  // Our SSH files keep the address of a VM that is off, which another machine may have by now.
  const isReachable = recordIn(listed)?.phase === 'running' && callerOf(vm) !== null;
  return {
    answer,
    vm: isBusy ? 'busy' : isReachable ? 'ready' : 'unreachable',
    now: clock.now(),
    monotonic: clock.monotonic(),
    end: state === null ? null : endOf(ports, state, listed),
    access: state === null ? 'reminds' : accessTo(app, state.autoStop, listed),
    listed,
    listedAt: app.snapshots[vm.accountId]?.asOf ?? null,
    pending: app.operations[keyOf(vm)],
    isWatched: isWatched(account, recordIn(listed)),
    service: serviceName(account === undefined ? [] : [account]),
  };
}
