import type { AppAccount } from '../../../shared/accounts/index.ts';
import { type AutoStop, asShown } from '../../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../../shared/auto-stop/default-stop.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { idleness } from '../../../shared/vms/idleness.ts';
import { areVmsRecent, NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import { MAX_GAP_MS, type Span, spendBetween } from '../../history/index.ts';
import { describeInternalError } from '../../log.ts';
import { keyOf } from '../../ssh/index.ts';
import { lookAtVm, recordIn, type VmLook, vmsAsListed } from '../kernel/look-at-vm.ts';
import type { AutoStopPorts, Facts, Job } from './job.ts';

/** ms until an expected amount is checked again: only measured cost counts. */
const MEASURE_MS = 10_000;

function spendEnd(
  { amount, since }: Extract<AutoStop['limit'], { kind: 'spend' }>,
  spans: readonly Span[],
  now: number,
): Facts['end'] {
  const spent = spendBetween(spans, since, now).amount;
  if (spent >= amount) return now;
  const last = spans.at(-1);
  if (last === undefined || now - last.end > MAX_GAP_MS) return 'unknown';
  if (last.rate <= 0) return null;
  const expected = last.end + ((amount - spent) / last.rate) * HOUR_MS;
  return Math.max(expected, now + MEASURE_MS);
}

function idleEnd(
  limit: Extract<AutoStop['limit'], { kind: 'idle' }>,
  since: number | 'unknown' | null,
): Facts['end'] {
  return typeof since === 'number' ? Math.max(since, limit.since) + limit.ms : since;
}

/** Whether a VM runs and the load of its account is read: another computer may have set its timer. */
const isWatched = (account: AppAccount | undefined, look: VmLook): boolean =>
  recordIn(look)?.phase === 'running' &&
  account?.can.includes('stopFromInside') === true &&
  account.turnedOn.gpuLoad === true;

export const watchedVms = (app: AppState) =>
  vmsAsListed(app).filter(({ account, vm }) => isWatched(account, vm));

/** The facts of a decision, read from the state. */
export function createFacts({ store, history, clock, log }: AutoStopPorts) {
  function spansSince({ accountId, vmId }: AutoStop, since: number) {
    try {
      return history()?.spans(accountId, vmId, since, clock.now()) ?? [];
    } catch (error) {
      // Its cost is unknown. Other auto-stops need no history.
      log.warn('auto-stop.unmeasured', describeInternalError(error));
      return [];
    }
  }

  function endOf(autoStop: AutoStop, look: VmLook): Facts['end'] {
    const { accountId, limit } = autoStop;
    const now = clock.now();
    if (limit.kind === 'time') return limit.at;
    const app = store.core();
    // The account is gone, so the auto-stop is due now.
    if (findAccount(app, accountId) === undefined) return now;
    const spend =
      limit.kind === 'spend' ? spendEnd(limit, spansSince(autoStop, limit.since), now) : null;
    // Measured spend stays valid even if current data is missing.
    if (typeof spend === 'number' && spend <= now) return spend;
    const polls = app.memory.polls[accountId] ?? NO_ACCOUNT_POLLS;
    const vm = recordIn(look);
    const phase = vm?.phase ?? look;
    if (!areVmsRecent(polls, now) || phase === 'unknown' || phase === 'offline') return 'unknown';
    if (vm?.phase !== 'running') return null;
    if (limit.kind === 'spend') return spend;
    const facts = { app, accountId, steadySince: polls.steadySince, now };
    return idleEnd(limit, idleness(facts, vm, keyOf(autoStop)).since);
  }

  /** @param look at its record; default: as listed. Without a record, nobody agreed to a stop */
  function isReminder(autoStop: AutoStop, look = lookAtVm(store.get(), autoStop)): boolean {
    const account = findAccount(store.get(), autoStop.accountId);
    return account !== undefined && isDefaultReminder(autoStop, recordIn(look), account);
  }

  function access(autoStop: AutoStop, look: VmLook): Facts['access'] {
    const account = findAccount(store.get(), autoStop.accountId);
    if (account === undefined) return 'signedOut';
    // Without a list, the VM's own record decides.
    const reminds = typeof look !== 'string' && isReminder(autoStop, look);
    return asShown(autoStop, account.can).kind === 'stop' && !reminds ? 'stops' : 'reminds';
  }

  return {
    isReminder,
    of({ vm, autoStop: state }: Job, others: Pick<Facts, 'vm' | 'answer'>): Facts {
      const app = store.get();
      const listed = lookAtVm(app, vm);
      const account = findAccount(app, vm.accountId);
      return {
        ...others,
        now: clock.now(),
        monotonic: clock.monotonic(),
        end: state === null ? null : endOf(state.autoStop, listed),
        access: state === null ? 'reminds' : access(state.autoStop, listed),
        listed,
        listedAt: app.snapshots[vm.accountId]?.asOf ?? null,
        pending: app.operations[keyOf(vm)],
        isWatched: isWatched(account, listed),
        service: serviceName(account === undefined ? [] : [account]),
      };
    },
  };
}

export type FactsReader = ReturnType<typeof createFacts>;
