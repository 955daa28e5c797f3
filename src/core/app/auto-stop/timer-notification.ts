import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { timerProblemText } from '../../../shared/auto-stop/vm-timer-view.ts';
import { printable } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Notification, withVmFacts } from '../../events/index.ts';
import type { TimerNews } from './timer-state.ts';

function textOf(vm: string, news: TimerNews) {
  switch (news.kind) {
    case 'refused': {
      const title = `${vm} cannot stop itself`;
      const answer =
        news.status === 0
          ? 'Its provider did not answer'
          : `Its provider answered HTTP ${news.status}`;
      const body = `${answer} to the VM’s own key. The script there and GPU Tray keep trying. Check it in the console.`;
      return { title, body };
    }
    case 'notArmed': {
      const title = `${vm} will not stop itself`;
      const body = `${timerProblemText(news.problem)} Its auto-stop holds only while this computer is awake.`;
      return { title, body };
    }
  }
}

export function timerNotification(
  state: AppState,
  { accountId, vmId, name }: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>,
  news: TimerNews,
): Notification {
  const { title, body } = textOf(printable(name), news);
  const text = withVmFacts(state, { accountId, vmId }, body);
  return { title, body: text, destination: { kind: 'vm', accountId, vmId } };
}
