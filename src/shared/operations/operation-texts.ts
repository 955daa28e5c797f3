import { type AutoStopLimit, exactDuration } from '../auto-stop/auto-stop.ts';
import { sumAmounts } from '../domain/billing.ts';
import type { Problem } from '../domain/problem.ts';
import { answerText } from '../domain/problem-text.ts';
import type { VmOperation } from '../domain/service-profile.ts';
import { isChanging, type KeptVolume, type Vm, vmName } from '../domain/vm.ts';
import {
  clockTime,
  exactMoney,
  formatDuration,
  formatRate,
  HOUR_MS,
  listed,
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
  const cost = rate === null ? '' : ` It costs ${rate}.`;
  return `${service} has not confirmed the ${operation} within 2 min.${cost} Check it in the console.`;
}

/** The answer to an operation whose end is unknown. @param vm as read last; null: unknown */
export function unclearText(
  name: string,
  answer: Problem,
  vm: Pick<Vm, 'phase' | 'status'> | null,
): string {
  if (vm === null) return answerText(answer);
  const still = isChanging(vm.phase) ? '' : 'still ';
  return `${answerText(answer)} ${name} is ${still}${printable(vm.status)}.`;
}

/** Asked before the first stop by hand of an account that is not proven. */
export const FIRST_STOP =
  'No stop was confirmed with this account yet. Afterwards, check in its console that the VM is no longer billed.';

/** The warning of an auto-stop while no action was accepted with its account's key. */
export const KEY_UNTRIED = 'This key hasn’t been used to stop a VM yet.';

/** What a stop keeps, with its $/h while the VM is stopped. */
function keptBy({ effects: { stop }, billed, rates }: Vm): readonly KeptVolume[] {
  const { keeps = [], isWhole = false } = stop ?? {};
  if (!isWhole || keeps.length === 0) return keeps;
  const perHour = billed.storagePerHour ?? rates.stopped?.perHour ?? null;
  return [{ path: 'its disk', sizeGb: null, perHour, isNetwork: false }];
}

/** $/h that are no longer billed after a stop; null: unknown. */
export function stopSaves(vm: Vm): number | null {
  const { effects, billed, rates } = vm;
  if (effects.stop?.savesNothing) return 0;
  const left = effects.stop ? keptBy(vm) : [rates.stopped ?? { perHour: null }];
  const rest = sumAmounts(left.map(({ perHour }) => perHour));
  return billed.perHour === null || rest === null ? null : Math.max(0, billed.perHour - rest);
}

/** The effects of a stop: `Keeps /workspace (200 GB, $0.05/h).`, `Erases everything else.` and the notes. */
export function stopEffects(vm: Vm): readonly string[] {
  const { stop } = vm.effects;
  const parts = keptBy(vm).map(({ path, sizeGb, perHour, isNetwork }) => {
    const size = sizeGb === null ? null : `${sizeGb} GB`;
    const rate = perHour === null ? null : formatRate(perHour);
    const facts = [isNetwork ? 'network volume' : null, size, rate]
      .filter((fact) => fact !== null)
      .join(', ');
    return printable(path) + (facts && ` (${facts})`);
  });
  const isErased = stop !== undefined && !stop.isWhole;
  return [
    ...(parts.length === 0 ? [] : [`Keeps ${listed(parts)}.`]),
    ...(stopSaves(vm) === 0 ? ['Costs the same.'] : []),
    ...(isErased ? [`Erases everything${parts.length === 0 ? '' : ' else'}.`] : []),
    ...(stop?.notes ?? []),
  ];
}

function effectsOf(operation: VmOperation, vm: Vm): readonly string[] {
  if (operation === 'stop') return stopEffects(vm);
  const { keeps = [], notes = [] } = vm.effects[operation] ?? {};
  if (operation === 'start' || vm.effects.destroy === undefined) return notes;
  return [...notes, `Erases all ${keeps.length === 0 ? '' : 'other '}data.`];
}

/** Costs and losses are `effects`, a sentence each. `isTyped`: confirmed by the VM's name. */
export function operationConfirmation(operation: VmOperation, vm: Vm) {
  const { perHour = null } = (operation === 'start' ? vm.rates.running : vm.billed) ?? {};
  const when = operation === 'start' ? ' while it runs' : '';
  const losses = effectsOf(operation, vm);
  const isErased = operation === 'stop' && erasesAll(vm);
  return {
    title: `${operationLabel(operation, vm)} ${vmName(vm)}?`,
    effects: [
      ...(isErased ? losses : []),
      perHour === null ? 'Its rate is unknown.' : `It costs ${formatRate(perHour)}${when}.`,
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
function whenOf(limit: AutoStopLimit, now: number): string {
  switch (limit.kind) {
    case 'time': {
      const { at } = limit;
      return `${dayText(at, now)} at ${clockTime(at)}, in ${timeLeft(at - now)}`;
    }
    case 'idle':
      return `once idle for ${exactDuration(limit.ms)}`;
    case 'spend':
      return `once it has cost ${exactMoney(limit.amount)} since ${asOfTime(limit.since, now)}`;
  }
}

/** The meaning of an auto-stop: `Stops tomorrow at 09:00, in 14 h.` @param canStop the provider has the operation */
export function autoStopMeaning(limit: AutoStopLimit, canStop: boolean, now: number): string {
  return `${canStop ? 'Stops' : 'Reminds you'} ${whenOf(limit, now)}.`;
}

const AWAKE = 'Keep this computer awake and online: time without data doesn’t count.';
const CONDITIONS: Readonly<Record<AutoStopLimit['kind'], string>> = {
  time: 'If this computer is asleep or offline, the VM stops when the computer is back.',
  idle: `Idle is measured by GPU load, or by CPU and RAM if that’s unknown. ${AWAKE}`,
  spend: AWAKE,
};

/** The meaning of an auto-stop, and its conditions. @param armed by the VM @param lack why the provider cannot stop the VM; null: nothing @param isKeyUntried no action was accepted with the account's key yet */
export function autoStopEffect(
  {
    limit,
    armed,
  }: { readonly limit: AutoStopLimit; readonly armed?: { readonly text: string } | undefined },
  lack: string | null,
  now: number,
  isKeyUntried = false,
): string {
  const canStop = lack === null;
  const untried = canStop && isKeyUntried ? ` ${KEY_UNTRIED}` : '';
  const how = armed?.text ?? lack ?? CONDITIONS[limit.kind];
  return `${autoStopMeaning(limit, canStop, now)} ${how}${untried}`;
}
