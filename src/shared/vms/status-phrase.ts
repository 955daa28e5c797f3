import type { StatusRule } from '../alerts/index.ts';
import { type Vm, vmPhase } from '../domain/index.ts';
import { clipped, printable } from '../format/index.ts';

const MAX_STATUS = 30;

/** A change of a VM in words, and the rule that says whether it is notified. */
export interface StatusPhrase {
  readonly rule: StatusRule;
  readonly text: string;
}

function phraseOfStatus(status: string): StatusPhrase | null {
  switch (vmPhase(status)) {
    case 'running':
      return { rule: 'vmRunning', text: 'is running' };
    case 'interrupted':
      return { rule: 'vmInterrupted', text: 'was interrupted' };
    case 'failed':
      return { rule: 'vmFailed', text: 'has failed' };
    case 'offline':
      return { rule: 'vmOffline', text: 'is offline' };
    case 'destroyed':
      return { rule: 'vmGone', text: 'was destroyed' };
    case 'stopped':
      return { rule: 'vmStopped', text: 'has stopped' };
    case 'unknown':
      return {
        rule: 'vmUnknown',
        text: `has the status “${clipped(printable(status), MAX_STATUS)}”`,
      };
    case 'changing':
      return null;
  }
}

/** Null: not worth telling. @param vm its `status` is the one that it turned to */
export function statusPhrase({
  kind,
  vm,
}: {
  readonly kind: 'appeared' | 'statusChanged' | 'gone';
  readonly vm: Pick<Vm, 'status'>;
}): StatusPhrase | null {
  if (kind === 'statusChanged') return phraseOfStatus(vm.status);
  // Destroyed: it was notified as such, or is no news.
  if (vmPhase(vm.status) === 'destroyed') return null;
  return kind === 'appeared'
    ? { rule: 'vmAppeared', text: 'has appeared' }
    : { rule: 'vmGone', text: 'is gone' };
}
