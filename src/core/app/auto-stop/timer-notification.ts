import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { timerProblemText, vmLimitText } from '../../../shared/auto-stop/vm-timer-view.ts';
import { printable } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Notification, withVmFacts } from '../../events/index.ts';
import type { TimerEvent } from './timer-state.ts';

function textOf(vm: string, event: TimerEvent, now: number) {
  switch (event.kind) {
    case 'refused': {
      const provider = 'Its provider';
      const answer =
        event.status === 0
          ? `${provider} did not answer`
          : `${provider} answered HTTP ${event.status}`;
      const body = `${answer} to the VM’s own key. The script there and GPU Tray keep trying. Check it in the console.`;
      return { title: `${vm} cannot stop itself`, body };
    }
    case 'notArmed': {
      const body = `${timerProblemText(event.problem)} Its auto-stop holds only while this computer is awake.`;
      return { title: `${vm} will not stop itself`, body };
    }
    case 'unsent': {
      const title = `${vm} may still stop itself ${vmLimitText(event.limit, now)}`;
      const body =
        'Its auto-stop was changed, and the VM has not confirmed that. GPU Tray tries again every minute.';
      return { title, body };
    }
  }
}

/** @param now ms since the epoch */
export function timerNotification(
  state: AppState,
  { accountId, vmId, name }: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>,
  event: TimerEvent,
  now: number,
): Notification {
  const { title, body } = textOf(printable(name), event, now);
  const text = withVmFacts(state, { accountId, vmId }, body);
  return { title, body: text, destination: { kind: 'vm', accountId, vmId } };
}
