import type { Acts } from '../../core/acting/index.ts';
import type { Settings } from '../../core/settings/index.ts';
import { keyOf, type VmRef } from '../../core/ssh/index.ts';
import type { AutoStopLimit, ShownAutoStop, TimerView } from '../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../shared/auto-stop/default-stop.ts';
import { shownAutoStop } from '../../shared/auto-stop/vm-timer-view.ts';
import { autoStopEffect } from '../../shared/operations/operation-texts.ts';
import { stopLackOf } from '../../shared/providers/providers.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { type Terminal, terminalJson } from '../output.ts';
import { type FoundVm, foundJson, foundName } from '../ssh/find-login.ts';

/** The auto-stop of a VM, as the app wrote it into the settings; undefined: none. @param now for its texts */
export function storedAutoStop(
  { autoStops, armed }: Settings,
  vm: VmRef,
  account: Parameters<typeof shownAutoStop>[2],
  now = 0,
): ShownAutoStop | undefined {
  const isThis = (other: VmRef) => keyOf(other) === keyOf(vm);
  return shownAutoStop(autoStops?.find(isThis), armed?.find(isThis), account, null, now);
}

const isoTime = (at: number) => new Date(at).toISOString();

function limitJson(limit: AutoStopLimit) {
  switch (limit.kind) {
    case 'time':
      return { kind: limit.kind, at: isoTime(limit.at) };
    case 'idle':
      return { kind: limit.kind, seconds: limit.ms / 1_000, since: isoTime(limit.since) };
    case 'spend':
      return { kind: limit.kind, amount: limit.amount, since: isoTime(limit.since) };
  }
}

function autoStopJson({ kind, limit, armed }: ShownAutoStop) {
  const onVm = armed === undefined ? null : { isConfirmed: armed.isConfirmed };
  return { kind, limit: limitJson(limit), isSet: armed?.wanted !== null, onVm };
}

/** Only a process that acts calls the VM. */
const armedText = ({ stops, text }: TimerView, acts: Acts | null) =>
  acts?.kind === 'nobody' && stops === null ? messages.notSet : text;

interface Printed {
  readonly settings: Settings;
  readonly isJson: boolean;
  /** Warnings about the stop, a sentence each. */
  readonly losses: readonly string[];
  readonly now: number;
  /** Null: not known. */
  readonly acts: Acts | null;
}

export function printAutoStop(
  found: FoundVm,
  { settings, isJson, losses, now, acts }: Printed,
  terminal: Pick<Terminal, 'out'>,
): void {
  const { account, host, vm } = found;
  const stored = storedAutoStop(settings, { accountId: account.id, vmId: host.vmId }, account, now);
  const shown = stored && isDefaultReminder(stored, vm, account) ? undefined : stored;
  if (isJson) {
    const autoStop = shown === undefined ? null : autoStopJson(shown);
    terminal.out(`${terminalJson({ vm: foundJson(found), autoStop })}\n`);
    return;
  }
  const name = foundName(found);
  if (shown === undefined) {
    terminal.out(`${messages.removed(name)}\n`);
    return;
  }
  const { limit, armed, kind } = shown;
  const lack = kind === 'stop' ? null : (stopLackOf(account) ?? messages.remindOnly);
  const on = armed && { armed: { text: armedText(armed, acts) } };
  const effect = autoStopEffect({ limit, ...on }, lack, now, false, account.isKeyUntried === true);
  terminal.out(`${messages.shown(name, [effect, ...losses], acts)}\n`);
}
