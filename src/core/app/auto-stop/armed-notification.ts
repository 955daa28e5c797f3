import { armedProblemText, vmLimitText } from '../../../shared/auto-stop/armed-view.ts';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { printable } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Notification, withVmFacts } from '../../events/index.ts';
import type { ArmedNews } from './armed-state.ts';

function textOf(vm: string, news: ArmedNews, now: number) {
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
      const body = `${armedProblemText(news.problem)} Its auto-stop holds only while this computer is awake.`;
      return { title, body };
    }
    case 'untold': {
      const when = vmLimitText(news.limit, now);
      const title = `${vm} stops ${when}: the VM could not be told`;
      const body = `Its auto-stop was changed, and the VM has not confirmed that. GPU Tray tries again every minute.`;
      return { title, body };
    }
  }
}

/** @param now ms since the epoch */
export function armedNotification(
  state: AppState,
  { accountId, vmId, name }: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>,
  news: ArmedNews,
  now: number,
): Notification {
  const { title, body } = textOf(printable(name), news, now);
  const text = withVmFacts(state, { accountId, vmId }, body);
  return { title, body: text, destination: { kind: 'vm', accountId, vmId } };
}
