import { isUnreached, type Problem } from '../domain/problem.ts';
import { answerText, describeProblem, type ProblemContext } from '../domain/problem-text.ts';
import { noteSentence, type Vm, vmName } from '../domain/vm.ts';
import { clipped, counted, formatRate, joined } from '../format/index.ts';
import type { GpuOffer } from '../offers/gpu-offer.ts';
import { serviceName } from '../providers/providers.ts';
import type { LaunchText } from './current-launch.ts';
import { confirmedRate, launchedRate } from './launch-rate.ts';
import { offeredGpus, offeredPlace } from './launch-texts.ts';
import type { LaunchOrder } from './order.ts';

export const NO_TEXT: LaunchText = { message: null, action: null };

const machineText = (offer: GpuOffer) => `${offeredGpus(offer)} at ${offeredPlace(offer)}`;

/** Its name, disk, image and period, as far as they are chosen. */
export const detailsText = ({ name, image, diskGb, months }: LaunchOrder): string =>
  joined(
    [
      name,
      diskGb && `${diskGb} GB disk`,
      image && `image ${image}`,
      months && `for ${counted(months, 'month')}`,
    ],
    ', ',
  );

const orderText = (order: LaunchOrder): string =>
  joined([machineText(order.offer), detailsText(order)], ', ');

/** Nothing was created. */
export const refusedText = (problem: Problem, context: ProblemContext): LaunchText => {
  const { message, action } = describeProblem(problem, { ...context, at: 'launch' });
  return { message, action };
};

/** Nothing was sent. @param confirmed $/h @param now the offer as it is now; null: it is gone */
export function changedText(
  { offer, bid }: Pick<LaunchOrder, 'offer' | 'bid'>,
  confirmed: number | null,
  now: GpuOffer | null,
): LaunchText {
  const what = machineText(offer);
  const unsent = (why: string) => `Nothing was sent: ${why}.`;
  if (now === null)
    return { message: unsent(`${what} is no longer available`), action: 'Choose another offer.' };
  const perHour = confirmedRate(now, bid);
  const action = 'Confirm the new price, or choose another offer.';
  if (bid !== null && bid < (now.price.minBid ?? 0)) {
    const least = formatRate(now.price.minBid ?? null);
    const errors = { bid: `Bid at least ${least}.` };
    return { errors, message: unsent(`the lowest bid is ${least} now`), action };
  }
  if (perHour === null) return { message: unsent('the price is unknown now'), action };
  const before = confirmed === null ? '' : `, not ${formatRate(confirmed)}`;
  return { message: unsent(`${what} costs ${formatRate(perHour)} now${before}`), action };
}

const LOST = 'The response was lost';

/** The answer to an order. */
export const checkedText = (answer: Problem): string =>
  isUnreached(answer) ? `${LOST}.` : answerText(answer);

/** How a VM was found. @param answer null: of an earlier launch @param name of the VM, where that is not shown beside it */
export function foundText(answer: Problem | null, name?: string): string {
  const end = name === undefined ? '.' : `: ${name}.`;
  if (answer === null) {
    const what = 'Nothing was sent: an earlier, interrupted launch of this VM created';
    return `${what} ${name ?? 'it'}.`;
  }
  if (isUnreached(answer)) return `${LOST}, but the VM was created${end}`;
  return `${answerText(answer)} The VM was created anyway${end} Destroy it if you don’t want it.`;
}

/** The lack of a new VM, such as its SSH key; null: none. */
export function lackText(vm: Pick<Vm, 'phase' | 'note'>): string | null {
  if (vm.phase === 'stopped')
    return 'It was left stopped, and its disk is billed. Start it, or destroy it.';
  return noteSentence(vm);
}

export interface UnknownLaunch {
  /** Problem of its request; null: nothing was sent now, an earlier launch is meant. */
  readonly answer: Problem | null;
  /** That may be of the launch. */
  readonly vms: readonly Vm[];
  /** Named by the answer, and not found; null: none. */
  readonly vmId: string | null;
  /** All of `vms` have the mark of the order. */
  readonly isAlarm: boolean;
  /** Why the VMs could not be listed, of no meaning where there are new ones; null: a complete list does not show it. */
  readonly problem: Problem | null;
  /** As in `LaunchNote`. */
  readonly mark: string | null;
  readonly order: LaunchOrder;
}

/** After the program was killed. */
export const INTERRUPTED = 'A launch was interrupted.';

const saidOf = ({ answer }: UnknownLaunch) =>
  answer === null ? 'Nothing was sent: an earlier launch is still pending.' : checkedText(answer);

/** A VM may have been created. @param said what is known of the order */
export function unknownText(launch: UnknownLaunch, said = saidOf(launch)): LaunchText {
  const { vms, vmId, isAlarm, problem, order } = launch;
  const name = serviceName([order.offer]);
  const place = name === 'The service' ? 'the web console' : `${name}’s console`;
  const names = clipped(vms.map(vmName).join(', '), 100);
  const check = (what: string) => `Before another launch, check ${place} ${what}`;
  if (isAlarm)
    return {
      message: `${said} ${vms.length} VMs were created by one order: ${names}.`,
      action: 'All of them are billed. Destroy those that you don’t want.',
    };
  if (vms.length > 0)
    return {
      message: `${said} A VM may have been created. New in the list since then: ${names}.`,
      action: check(`whether it is ${names}: ${orderText(order)}.`),
    };
  if (vmId !== null)
    return {
      message: `${said} The VM ${vmId} was created, but isn’t in the list yet.`,
      action: check('for it: it may be billed.'),
    };
  const listed =
    problem === null
      ? 'It isn’t in the list yet.'
      : `The VMs could not be listed. ${describeProblem(problem).message}`;
  const message = `${said} A VM may have been created. ${listed}`;
  return { message, action: check(`for a new VM: ${orderText(order)}.`) };
}

/** The VM costs more than confirmed; null: it does not, or that is unknown. Where the price is without the disk, so is the rate. @param confirmed $/h */
export function dearerText(
  vm: Pick<Vm, 'rates'>,
  { price }: Pick<GpuOffer, 'price'>,
  confirmed: number | null,
): string | null {
  const ofGpus = price.diskGb === null ? (vm.rates.gpuPerHour ?? null) : null;
  const rate = ofGpus ?? launchedRate(vm);
  // More than rounding: providers round to cents, and count a month as 720 or 730 hours.
  if (rate === null || confirmed === null || rate <= confirmed * 1.005 + 0.001) return null;
  return `It costs ${formatRate(rate)}, not ${formatRate(confirmed)} as confirmed.`;
}
