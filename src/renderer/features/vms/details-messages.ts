import type { Spend } from '../../../shared/domain/billing.ts';
import { runningSince, type Vm, type VmPhase } from '../../../shared/domain/vm.ts';
import { capitalized, joined } from '../../../shared/format/index.ts';
import type { AppState, ListedVm } from '../../../shared/state/index.ts';
import { vmRow } from '../../../shared/vms/vm-row.ts';
import { runTime } from '../../ui/time.ts';
import { stateOf } from './row-texts.ts';

const HINTS: Readonly<Partial<Record<VmPhase, string>>> = {
  failed: 'The console may show why.',
  offline: 'Its provider can’t reach it.',
  unconfirmed: 'It is missing from the list and may be gone.',
};

function hintOf({ phase, billed: { perHour } }: Vm): string | undefined {
  if (phase !== 'stopped' && phase !== 'interrupted') return HINTS[phase];
  if (perHour === 0) return undefined;
  return perHour === null ? 'Its disk may still be billed.' : 'Its disk still bills.';
}

/** `Running · 12 h · ready`, `Stopped 3 d. Its disk still bills.` @param now ms since the epoch */
export function statusText(app: AppState, listed: ListedVm, now: number): string {
  const { key, accountId, vm } = listed;
  const row = vmRow({ app, accountId, now }, vm, key);
  const { state } = stateOf({ app, listed, row, now }, false);
  if (vm.phase === 'running') {
    const time = runTime(runningSince(vm), app.firstSeen[key] ?? null, now);
    return joined(['Running', time, state]);
  }
  const text = capitalized(state);
  const hint = hintOf(vm);
  return text.endsWith('…') ? text : joined([`${text}.`, hint], ' ');
}

/** Text below the VMs of a billing-only key; null: the header says all. @param spend null: not received yet */
export function billedNote(spend: Spend | null): string | null {
  if (spend === null) return 'No billing data yet.';
  const { vms, skipped, perHour } = spend;
  if (skipped > 0) return `${skipped === 1 ? 'One VM' : `${skipped} VMs`} could not be read.`;
  return vms.length === 0 && perHour === 0 ? 'Nothing is billed right now.' : null;
}
