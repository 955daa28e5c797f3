import { type AutoStopLimit, exactDuration } from '../auto-stop/auto-stop.ts';
import {
  billedNow,
  type Problem,
  rateParts,
  type Spend,
  type Vm,
  type VmOperation,
  vmName,
} from '../domain/index.ts';
import {
  clockTime,
  formatDuration,
  formatMoney,
  formatRate,
  HOUR_MS,
  MINUTE_MS,
  printable,
  shortDate,
} from '../format/index.ts';
import { asOfTime } from '../polling/freshness.ts';
import { OPERATION_LABELS } from './operations.ts';

// Apart from the labels in `pending.ts` and `auto-stop.ts`, which the list of VMs needs.

const NOT_DONE: Readonly<Record<VmOperation, string>> = {
  start: 'is not running',
  stop: 'has not stopped',
  destroy: 'is not destroyed',
};

/** @param name of the VM */
export const notDoneTitle = (name: string, operation: VmOperation) =>
  `${name} ${NOT_DONE[operation]}`;

/** @param rate such as `$1.10/h`; null: unknown or hidden */
export function overdueDetail(operation: VmOperation, rate: string | null): string {
  const cost = rate === null ? '' : ` It is billed ${rate}.`;
  return `The service has not confirmed the ${operation} within 2 min.${cost} Check it in the console.`;
}

/** @param detail the service's own words @param vm as read last; null: unknown */
export function answerText(
  name: string,
  { status, detail, provider = 'The service' }: Extract<Problem, { kind: 'server' }>,
  vm: Pick<Vm, 'status'> | null,
): string {
  const words = detail?.trim().replace(/[.\s]+$/, '');
  const answer = `${provider} answered${words ? `: ${words}` : ` HTTP ${status}`}.`;
  if (vm === null) return answer;
  const still = ['starting', 'stopping'].includes(vm.status) ? '' : 'still ';
  return `${answer} ${name} is ${still}${printable(vm.status)}.`;
}

export interface Confirmation {
  readonly title: string;
  /** Costs and losses, one sentence each. */
  readonly effects: readonly string[];
}

function lossesOf(
  operation: VmOperation,
  vm: Vm,
  spend: Spend | null,
  amount: (rate: number | null) => string | null,
) {
  switch (operation) {
    case 'start':
      return [];
    case 'stop': {
      const disk = amount(rateParts(vm, spend).storagePerHour);
      return [
        'Running programs end, and its IP address may change.',
        disk === null ? 'Its disk may still be billed.' : `Its disk is still billed ${disk}.`,
      ];
    }
    case 'destroy': {
      const size = vm.storageGb === null ? '' : ` of ${vm.storageGb} GB`;
      return [`Its disk${size} with all data and its IP address are lost for good.`];
    }
  }
}

/** @param spend of the VM's account; null: unknown @param currency null: amounts are hidden */
export function operationConfirmation(
  operation: VmOperation,
  vm: Vm,
  spend: Spend | null,
  currency: string | null,
): Confirmation {
  const amount = (rate: number | null) =>
    rate === null || currency === null ? null : formatRate(rate, currency);
  const rate = amount(operation === 'start' ? vm.hourlyRate : billedNow(vm, spend));
  const cost = operation === 'start' ? 'It costs' : 'It is billed';
  const when = operation === 'start' ? ' while it runs' : ' now';
  const isInterruptible = vm.rentalType === 'interruptible' && operation !== 'start';
  return {
    title: `${OPERATION_LABELS[operation]} ${vmName(vm)}?`,
    effects: [
      ...(rate === null ? [] : [`${cost} ${rate}${when}.`]),
      ...(rate === null && currency !== null ? ['Its rate is unknown.'] : []),
      ...lossesOf(operation, vm, spend, amount),
      ...(isInterruptible ? ['It is interruptible: you may not get this GPU back.'] : []),
    ],
  };
}

/** `4 h`, and below two hours in minutes. */
function timeLeft(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes < 120 ? exactDuration(minutes * MINUTE_MS) : formatDuration(ms + HOUR_MS / 2);
}

function dayText(at: number, now: number): string {
  const isOn = (time: number) => new Date(at).toDateString() === new Date(time).toDateString();
  if (isOn(now)) return 'today';
  return isOn(new Date(now).setHours(36, 0)) ? 'tomorrow' : `on ${shortDate(at)}`;
}

/** `tomorrow at 09:00, in 14 h`. @param now ms since the epoch @param currency null: amounts are hidden */
function whenOf(limit: AutoStopLimit, now: number, currency: string | null): string {
  switch (limit.kind) {
    case 'time': {
      const { at } = limit;
      return `${dayText(at, now)} at ${clockTime(at)}, in ${timeLeft(at - now)}`;
    }
    case 'idle':
      return `once idle for ${exactDuration(limit.ms)}, by GPU load or, where that is unknown, by CPU and RAM`;
    case 'spend': {
      const amount = currency === null ? 'the amount' : formatMoney(limit.amount, currency);
      return `once ${amount} was measured for it since ${asOfTime(limit.since, now)}`;
    }
  }
}

/** What an auto-stop does: `Stops tomorrow at 09:00, in 14 h.` @param canStop the profile has the operation */
export function autoStopMeaning(
  limit: AutoStopLimit,
  canStop: boolean,
  now: number,
  currency: string | null,
): string {
  return `${canStop ? 'Stops' : 'Reminds you'} ${whenOf(limit, now, currency)}.`;
}

/** The same, and what it needs. */
export function autoStopEffect(...of: Parameters<typeof autoStopMeaning>): string {
  const [limit, canStop] = of;
  const needed =
    limit.kind === 'time'
      ? 'This computer must be awake and online then; otherwise the VM is stopped as soon as it is.'
      : 'This computer must be awake and online: time without data does not count.';
  const reason = 'GPU Tray cannot stop this VM: the account has no service profile.';
  return `${autoStopMeaning(...of)} ${canStop ? needed : reason}`;
}
