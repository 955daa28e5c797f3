import type { StatusRule } from '../alerts/alert-rules.ts';
import type { Vm, VmPhase } from '../domain/vm.ts';
import { shortLabel } from '../format/index.ts';

interface ChangeWords {
  readonly rule: StatusRule;
  /** After the name; with an unknown status, that follows. */
  readonly text: string;
  /** After the number of several VMs. */
  readonly many: string;
}

export const CHANGE_WORDS = {
  running: { rule: 'vmRunning', text: 'is running', many: 'are running' },
  interrupted: { rule: 'vmInterrupted', text: 'was interrupted', many: 'were interrupted' },
  failed: { rule: 'vmFailed', text: 'has failed', many: 'have failed' },
  offline: { rule: 'vmOffline', text: 'is offline', many: 'are offline' },
  destroyed: { rule: 'vmGone', text: 'was destroyed', many: 'were destroyed' },
  stopped: { rule: 'vmStopped', text: 'has stopped', many: 'have stopped' },
  unknown: { rule: 'vmUnknown', text: 'has the status', many: 'have an unknown status' },
  appeared: { rule: 'vmAppeared', text: 'was launched', many: 'were launched elsewhere' },
  gone: { rule: 'vmGone', text: 'is gone', many: 'are gone' },
} as const satisfies Readonly<Record<string, ChangeWords>>;

export type VmChange = keyof typeof CHANGE_WORDS;

export const VM_CHANGES = Object.keys(CHANGE_WORDS) as VmChange[];

const isChange = (phase: VmPhase | VmChange): phase is VmChange =>
  Object.hasOwn(CHANGE_WORDS, phase);

interface ChangedVm {
  readonly kind: 'appeared' | 'statusChanged' | 'gone';
  readonly vm: Pick<Vm, 'phase' | 'status'>;
}

/** Null: a step to another status, or known already. */
export function changeOf({ kind, vm: { phase } }: ChangedVm): VmChange | null {
  if (kind === 'statusChanged') {
    if (phase === 'unconfirmed') return 'unknown';
    return isChange(phase) ? phase : null;
  }
  // Destroyed: it was notified as such, or is old.
  return phase === 'destroyed' ? null : kind;
}

export function changeText(change: VmChange, status: string): string {
  const { text } = CHANGE_WORDS[change];
  return change === 'unknown' ? `${text} “${shortLabel(status)}”` : text;
}
