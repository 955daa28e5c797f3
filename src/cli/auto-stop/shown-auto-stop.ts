import type { Acts } from '../../core/acting/index.ts';
import type { Settings } from '../../core/settings/index.ts';
import { keyOf, type VmRef } from '../../core/ssh/index.ts';
import type { AutoStopLimit, ShownAutoStop, TimerView } from '../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../shared/auto-stop/default-stop.ts';
import { shownAutoStop } from '../../shared/auto-stop/vm-timer-view.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { autoStopEffect } from '../../shared/operations/operation-texts.ts';
import { stopLackOf } from '../../shared/providers/providers.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { type Terminal, terminalJson } from '../output.ts';
import type { FoundVm } from '../ssh/find-login.ts';

/** The VM of the command, as far as it matters here. */
export interface AutoStoppedVm {
  readonly host: Pick<FoundVm['host'], 'alias' | 'vmId'>;
  readonly vm: FoundVm['vm'];
  readonly account: Pick<
    FoundVm['account'],
    'id' | 'name' | 'label' | 'provider' | 'isKeyUntried' | 'stopsInside'
  > & {
    readonly client: Pick<FoundVm['account']['client'], 'operations' | 'stopFromInside'>;
  };
}

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
function armedText(armed: TimerView, acts: Acts | null): string {
  if (acts?.kind !== 'nobody') return armed.text;
  if (armed.isConfirmed) return `${armed.text} ${messages.asReadLast}`;
  return armed.stops === null ? messages.notSet : armed.hover;
}

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
  { account, host, vm }: AutoStoppedVm,
  { settings, isJson, losses, now, acts }: Printed,
  terminal: Pick<Terminal, 'out'>,
): void {
  const { id, name, label, provider, client, isKeyUntried } = account;
  const can = Object.keys(client.operations);
  const ref = { accountId: id, vmId: host.vmId };
  const found = storedAutoStop(settings, ref, { ...account, can }, now);
  const isUnshown = found !== undefined && isDefaultReminder(found, vm, { can });
  const shown = isUnshown ? undefined : found;
  if (isJson) {
    const about = {
      id: host.vmId,
      alias: host.alias,
      label: vm === null ? null : vmName(vm),
      account: label,
      accountName: name,
      provider,
    };
    const autoStop = shown === undefined ? null : autoStopJson(shown);
    terminal.out(`${terminalJson({ vm: about, autoStop })}\n`);
    return;
  }
  if (shown === undefined) {
    terminal.out(`${messages.removed(host.alias)}\n`);
    return;
  }
  const { limit, armed, kind } = shown;
  const lack = kind === 'stop' ? null : (stopLackOf({ provider, can }) ?? messages.remindOnly);
  const on = armed && { armed: { text: armedText(armed, acts) } };
  const effect = autoStopEffect({ limit, ...on }, lack, now, false, isKeyUntried === true);
  terminal.out(`${messages.shown(host.alias, [effect, ...losses], acts)}\n`);
}
