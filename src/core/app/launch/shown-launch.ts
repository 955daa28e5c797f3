import type { Vm } from '../../../shared/domain/vm.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import { dearerRate, launchedRate } from '../../../shared/launch/launch-rate.ts';
import {
  foundText,
  NO_TEXT,
  refusedText,
  type UnknownLaunch,
  unknownText,
} from '../../../shared/launch/outcome-texts.ts';
import type { LaunchOutcome } from '../../launch/index.ts';

type Started = Pick<CurrentLaunch, 'accountId' | 'order' | 'confirmedPerHour' | 'startedAt'>;
export type LaunchEnd = Partial<CurrentLaunch> & Pick<CurrentLaunch, 'phase'>;

export const startedLaunch = (started: Started): CurrentLaunch => ({
  ...started,
  mark: null,
  phase: 'sending',
  vmIds: [],
  ratePerHour: null,
  isDearer: false,
  newOffer: null,
  text: NO_TEXT,
});

/** A launch that has its VM. @param vm null: its record was not read yet */
export const launchedEnd = (
  vmId: string,
  vm: Vm | null,
  { order, confirmedPerHour }: Pick<Started, 'order' | 'confirmedPerHour'>,
) =>
  ({
    phase: 'launched',
    vmIds: [vmId],
    ratePerHour: vm && launchedRate(vm),
    isDearer: vm !== null && dearerRate(vm, order.offer, confirmedPerHour) !== null,
  }) satisfies LaunchEnd;

/** A launch that may have created a VM. */
export function unknownEnd(unknown: UnknownLaunch, { action, ...text } = unknownText(unknown)) {
  const { vms, vmId, isAlarm, mark } = unknown;
  const named = vmId === null ? [] : [vmId];
  const when = isAlarm ? 'Then' : 'If there is none,';
  return {
    phase: 'unknown',
    vmIds: vms.length > 0 ? vms.map(({ id }) => id) : named,
    mark,
    text: { ...text, action: `${action} ${when} choose “Forget this launch”.` },
  } satisfies LaunchEnd;
}

/** The end of an order whose outcome is known, or stays unknown. */
export function endOf(outcome: LaunchOutcome, launch: Started, hideAmounts: boolean): LaunchEnd {
  switch (outcome.kind) {
    case 'unsent':
      return { phase: 'failed', text: outcome.text, newOffer: outcome.newOffer };
    case 'refused':
      return { phase: 'failed', text: refusedText(outcome.problem, { hideAmounts }) };
    case 'created':
      return launchedEnd(outcome.vmId, outcome.vm, launch);
    case 'found': {
      const text = { ...NO_TEXT, message: foundText(outcome.answer) };
      return { ...launchedEnd(outcome.vmId, outcome.vm, launch), text };
    }
    case 'unknown':
      return unknownEnd(outcome);
  }
}
