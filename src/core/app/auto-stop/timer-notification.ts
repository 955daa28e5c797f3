import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { timerProblemText, vmLimitText } from '../../../shared/auto-stop/vm-timer-view.ts';
import { printable } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { type Notification, withVmFacts } from '../../events/index.ts';
import type { TimerEvent } from './job.ts';

function textOf(vm: string, event: TimerEvent, provider: string, now: number) {
  switch (event.kind) {
    case 'refused': {
      const body = `${timerProblemText(event, provider)} GPU Tray and the script on the VM keep trying. Check it in the console.`;
      return { title: `${vm} can’t stop itself`, body };
    }
    case 'notArmed': {
      const body = `${timerProblemText(event.problem, provider)} Its auto-stop works only while this computer is awake.`;
      return { title: `${vm} won’t stop itself`, body };
    }
    case 'unsent': {
      const title = `${vm} may still stop itself ${vmLimitText(event.limit, now)}`;
      const body = 'The VM hasn’t confirmed its new auto-stop. GPU Tray retries every minute.';
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
  const account = findAccount(state, accountId);
  const provider = serviceName(account === undefined ? [] : [account]);
  const { title, body } = textOf(printable(name), event, provider, now);
  const text = withVmFacts(state, { accountId, vmId }, body);
  return { title, body: text, destination: { kind: 'vm', accountId, vmId } };
}
