import type { StatusRule } from '../alerts/alert-rules.ts';
import type { Vm, VmPhase } from '../domain/index.ts';
import { clipped, printable } from '../format/index.ts';

const MAX_STATUS = 30;

/** A change of a VM in words, and the rule that says whether it is notified. */
export interface StatusPhrase {
  readonly rule: StatusRule;
  readonly text: string;
  /** After the number of several VMs. */
  readonly many: string;
}

/** Null: not worth telling. */
const PHRASES: Readonly<Record<Exclude<VmPhase, 'unknown' | 'unconfirmed'>, StatusPhrase | null>> =
  {
    running: { rule: 'vmRunning', text: 'is running', many: 'are running' },
    interrupted: { rule: 'vmInterrupted', text: 'was interrupted', many: 'were interrupted' },
    failed: { rule: 'vmFailed', text: 'has failed', many: 'have failed' },
    offline: { rule: 'vmOffline', text: 'is offline', many: 'are offline' },
    destroyed: { rule: 'vmGone', text: 'was destroyed', many: 'were destroyed' },
    stopped: { rule: 'vmStopped', text: 'has stopped', many: 'have stopped' },
    creating: null,
    starting: null,
    stopping: null,
  };

function phraseOfStatus({ phase, status }: Pick<Vm, 'phase' | 'status'>): StatusPhrase | null {
  if (phase !== 'unknown' && phase !== 'unconfirmed') return PHRASES[phase];
  const text = `has the status “${clipped(printable(status), MAX_STATUS)}”`;
  return { rule: 'vmUnknown', text, many: 'have a status that GPU Tray does not know' };
}

/** Null: not worth telling. @param vm after the change */
export function statusPhrase({
  kind,
  vm,
}: {
  readonly kind: 'appeared' | 'statusChanged' | 'gone';
  readonly vm: Pick<Vm, 'phase' | 'status'>;
}): StatusPhrase | null {
  if (kind === 'statusChanged') return phraseOfStatus(vm);
  // Destroyed: it was notified as such, or is no news.
  if (vm.phase === 'destroyed') return null;
  return kind === 'appeared'
    ? { rule: 'vmAppeared', text: 'has appeared', many: 'have appeared' }
    : { rule: 'vmGone', text: 'is gone', many: 'are gone' };
}
