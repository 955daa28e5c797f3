import type { Answer, Refusal } from '../shared/ipc/bridge.ts';
import { vmKey } from '../shared/ssh/ssh-state.ts';
import { type ActResult, useActs, type VmAct } from './act-results.ts';
import { answerOf, bridge } from './bridge.ts';
import { useStrip } from './features/alerts/strip.ts';
import type { VmTarget } from './store.ts';

const DONE_MS = 1_500;
const REFUSED_MS = 15_000;

/** @param key `vmKey` @param ms how long a final result is shown */
function show(key: string, result: ActResult, ms?: number): void {
  const { [key]: _, ...others } = useActs.getState().results;
  useActs.setState({ results: { ...others, [key]: result } });
  if (ms === undefined) return;
  setTimeout(() => {
    const { [key]: shown, ...rest } = useActs.getState().results;
    // Another result may have replaced it.
    if (shown === result) useActs.setState({ results: rest });
  }, ms);
}

export function refuseAct({ accountId, vmId }: VmTarget, act: VmAct, refusal: Refusal): void {
  show(vmKey(accountId, vmId), { act, state: refusal }, REFUSED_MS);
}

function request({ accountId, vmId }: VmTarget, act: VmAct): Promise<Answer<void>> {
  switch (act.kind) {
    case 'copy':
      return bridge.copyFromVm({ accountId, vmId, what: act.what });
    case 'openTerminal':
      return bridge.openTerminal({ accountId, vmId });
    case 'openEditor':
      return bridge.openEditor({ accountId, vmId, editor: act.editor.id });
    case 'openConsole':
      return bridge.openConsole({ accountId });
  }
}

/** Acts through main and shows the result. Repeated calls are ignored while one is in progress. */
export async function actOnVm(target: VmTarget, act: VmAct): Promise<void> {
  const key = vmKey(target.accountId, target.vmId);
  const before = useActs.getState().results[key];
  if (before?.state === 'busy' && JSON.stringify(before.act) === JSON.stringify(act)) return;
  show(key, { act, state: 'busy' });
  const answer = await answerOf(request(target, act));
  if (!answer.ok) return refuseAct(target, act, answer.refusal);
  show(key, { act, state: 'done' }, DONE_MS);
  if (act.kind === 'copy' && act.what === 'ssh') useStrip.setState({ copiedVm: key });
}
