import { earliestEnd, SELF_STOP_MS } from '../../../shared/auto-stop/vm-timer.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { CHANGE_WORDS } from '../../../shared/vms/vm-change.ts';
import type { AppEvent, VmChanged } from '../../events/index.ts';
import { isVmMuted } from './lookups.ts';

/** Whether a launch, a stop or a destroy in this app caused the change. */
function isAskedHere(
  { accountId, vmId, facts }: VmChanged,
  { currentLaunch: launch, operations }: AppState,
): boolean {
  // A poll may list the VM before the launch is answered.
  if (facts?.change === 'appeared')
    return (
      launch?.accountId === accountId &&
      launch.phase !== 'failed' &&
      (launch.vmIds.length === 0 || launch.vmIds.includes(vmId))
    );
  const { operation = 'start' } = operations[vmKey(accountId, vmId)] ?? {};
  return facts?.change === 'stopped' && operation !== 'start';
}

/** The auto-stop, if any, notifies of a stop by the VM itself. */
function isArmedStop({ at, accountId, vmId, facts }: VmChanged, { autoStops }: AppState): boolean {
  const { armed } = autoStops[vmKey(accountId, vmId)] ?? {};
  if (facts?.change !== 'stopped' || !armed?.stops || armed.wanted === null) return false;
  const sinceMs = at - earliestEnd(armed.stops);
  return sinceMs >= -MINUTE_MS && sinceMs <= SELF_STOP_MS;
}

/** Whether an event is kept from desktop and destinations: the rule is off, the VM muted, the alert snoozed, or the change asked for here. */
export function isSilent(event: AppEvent, state: AppState): boolean {
  const { preferences } = state;
  if (event.kind === 'alertOpened' || event.kind === 'alertClosed') {
    const { alert, at, kind } = event;
    if (alert === undefined || isVmMuted(preferences, alert.subject)) return true;
    return kind === 'alertClosed' && (alert.snoozedUntil ?? 0) > at;
  }
  if (event.kind !== 'vm') return false;
  const { facts } = event;
  if (facts === undefined || !preferences[CHANGE_WORDS[facts.change].rule].isOn) return true;
  return isVmMuted(preferences, event) || isAskedHere(event, state) || isArmedStop(event, state);
}
