import { type AutoStopLimit, exactDuration } from '../auto-stop/auto-stop.ts';
import type { Problem } from '../domain/problem.ts';
import type { VmOperation } from '../domain/service-profile.ts';
import { isChanging, type KeptVolume, type Vm, vmName } from '../domain/vm.ts';
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
import { erasesAll, operationLabel } from './operations.ts';

// Apart from the labels in `pending.ts` and `auto-stop.ts`, which the list of VMs needs.

const NOT_DONE: Readonly<Record<VmOperation, string>> = {
  start: 'is not running',
  stop: 'has not stopped',
  destroy: 'is not destroyed',
};

/** @param name of the VM */
export const notDoneTitle = (name: string, operation: VmOperation) =>
  `${name} ${NOT_DONE[operation]}`;

/** @param rate such as `$1.10/h`; null: unknown or hidden @param service as in `serviceName` */
export function overdueDetail(
  operation: VmOperation,
  rate: string | null,
  service: string,
): string {
  const cost = rate === null ? '' : ` It is billed ${rate}.`;
  return `${service} has not confirmed the ${operation} within 2 min.${cost} Check it in the console.`;
}

/** @param detail the service's own words @param vm as read last; null: unknown */
export function answerText(
  name: string,
  { status, detail, provider = 'The service' }: Extract<Problem, { kind: 'server' }>,
  vm: Pick<Vm, 'phase' | 'status'> | null,
): string {
  const words = detail?.trim().replace(/[.\s]+$/, '');
  const answer = `${provider} answered${words ? `: ${words}` : ` HTTP ${status}`}.`;
  if (vm === null) return answer;
  const still = isChanging(vm.phase) ? '' : 'still ';
  return `${answer} ${name} is ${still}${printable(vm.status)}.`;
}

export interface Confirmation {
  readonly title: string;
  /** Costs and losses, one sentence each. */
  readonly effects: readonly string[];
  /** Confirmed by the VM's name. */
  readonly isTyped: boolean;
}

/** Asked before the first stop by hand of an account that is not proven. */
export const FIRST_STOP =
  'No stop was confirmed for this account yet. Afterwards, check in its console that the VM is no longer billed.';

/** The warning of an auto-stop while no action was accepted with its account's key. */
export const KEY_UNTRIED = 'Not yet tried with this key.';

type Amount = (rate: number | null) => string | null;

const amountIn =
  (hideAmounts: boolean): Amount =>
  (rate) =>
    rate === null || hideAmounts ? null : formatRate(rate);

function volumeText({ path, sizeGb, perHour, isNetwork }: KeptVolume, amount: Amount): string {
  const size = sizeGb === null ? null : `${sizeGb} GB`;
  const facts = [isNetwork ? 'network volume' : null, size, amount(perHour)];
  const known = facts.filter((fact) => fact !== null);
  return known.length === 0 ? printable(path) : `${printable(path)} (${known.join(', ')})`;
}

/** The effects of an operation, a sentence each. */
function effectsOf(operation: VmOperation, vm: Vm, amount: Amount): readonly string[] {
  const effect = vm.effects[operation];
  if (effect === undefined) return [];
  const { keeps, notes, isWhole = false, savesNothing = false } = effect;
  const [first, ...others] = keeps;
  if (isWhole) {
    const rate = amount(vm.billed.storagePerHour ?? vm.rates.stopped?.perHour ?? null);
    const cost = rate === null ? ', and may still be billed' : ` and costs ${rate}`;
    const bill = savesNothing ? 'It is billed as before.' : `The disk stays${cost}.`;
    return [...(first === undefined ? [] : [bill]), ...notes];
  }
  if (operation === 'destroy')
    return [...notes, `All ${first === undefined ? '' : 'other '}data on it is lost.`];
  if (first === undefined) return ['Everything on it is erased: it has no volume.', ...notes];
  const volumes = keeps.map((volume) => volumeText(volume, amount)).join(' and ');
  const stay = others.length === 0 ? 'stays' : 'stay';
  return [`${volumes} ${stay}; everything else on it is erased.`, ...notes];
}

/** The effects of a later stop, a sentence each. */
export function stopEffects(vm: Vm, hideAmounts: boolean): readonly string[] {
  return effectsOf('stop', vm, amountIn(hideAmounts));
}

export function operationConfirmation(
  operation: VmOperation,
  vm: Vm,
  hideAmounts: boolean,
): Confirmation {
  const amount = amountIn(hideAmounts);
  const rate = amount(
    operation === 'start' ? (vm.rates.running?.perHour ?? null) : vm.billed.perHour,
  );
  const cost = operation === 'start' ? 'It costs' : 'It is billed';
  const when = operation === 'start' ? ' while it runs' : ' now';
  const losses = effectsOf(operation, vm, amount);
  const isErased = operation === 'stop' && erasesAll(vm);
  return {
    title: `${operationLabel(operation, vm)} ${vmName(vm)}?`,
    effects: [
      ...(isErased ? losses : []),
      ...(rate === null ? [] : [`${cost} ${rate}${when}.`]),
      ...(rate === null && !hideAmounts ? ['Its rate is unknown.'] : []),
      ...(isErased ? [] : losses),
    ],
    isTyped: operation === 'destroy' || isErased,
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

/** `tomorrow at 09:00, in 14 h`. @param now ms since the epoch */
function whenOf(limit: AutoStopLimit, now: number, hideAmounts: boolean): string {
  switch (limit.kind) {
    case 'time': {
      const { at } = limit;
      return `${dayText(at, now)} at ${clockTime(at)}, in ${timeLeft(at - now)}`;
    }
    case 'idle':
      return `once idle for ${exactDuration(limit.ms)}, by GPU load or, where that is unknown, by CPU and RAM`;
    case 'spend': {
      const amount = hideAmounts ? 'the amount' : formatMoney(limit.amount);
      return `once ${amount} was measured for it since ${asOfTime(limit.since, now)}`;
    }
  }
}

/** The meaning of an auto-stop: `Stops tomorrow at 09:00, in 14 h.` @param canStop the provider has the operation */
export function autoStopMeaning(
  limit: AutoStopLimit,
  canStop: boolean,
  now: number,
  hideAmounts: boolean,
): string {
  return `${canStop ? 'Stops' : 'Reminds you'} ${whenOf(limit, now, hideAmounts)}.`;
}

/** The meaning of an auto-stop, and its conditions. @param armed by its VM @param lack why the provider cannot be told to stop it; null: it can @param isKeyUntried no action was accepted with the account's key yet */
export function autoStopEffect(
  {
    limit,
    armed,
  }: { readonly limit: AutoStopLimit; readonly armed?: { readonly text: string } | undefined },
  lack: string | null,
  now: number,
  hideAmounts: boolean,
  isKeyUntried = false,
): string {
  const needed =
    limit.kind === 'time'
      ? 'This computer must be awake and online then; otherwise the VM is stopped as soon as it is.'
      : 'This computer must be awake and online: time without data does not count.';
  const canStop = lack === null;
  const untried = canStop && isKeyUntried ? ` ${KEY_UNTRIED}` : '';
  const how = armed?.text ?? lack ?? needed;
  return `${autoStopMeaning(limit, canStop, now, hideAmounts)} ${how}${untried}`;
}
