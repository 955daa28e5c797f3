import type { Answer, Refusal } from '../shared/ipc/bridge.ts';
import { vmKey } from '../shared/ssh/ssh-state.ts';
import { type ActResult, keyOf, useActs, type VmAct } from './act-results.ts';
import { answerOf, bridge } from './bridge.ts';
import { useStrip } from './features/alerts/strip.ts';
import type { VmTarget } from './store.ts';

/** ms until an opening counts as slow. Terminals open within 2 s, unless macOS asks for permission first. */
const SLOW_MS = 4_000;
const DONE_MS = 1_500;
const REFUSED_MS = 15_000;

/** @param result null: removes it */
function put(key: string, result: ActResult | null): void {
  const { [key]: _, ...others } = useActs.getState().results;
  useActs.setState({ results: result === null ? others : { ...others, [key]: result } });
}

/** @param ms how long a final result is shown */
function show(result: ActResult, ms?: number): void {
  const key = keyOf(result);
  put(key, result);
  if (ms === undefined) return;
  setTimeout(() => {
    // Another result may have replaced it.
    if (useActs.getState().results[key] === result) put(key, null);
  }, ms);
}

export function refuseAct({ accountId, vmId }: VmTarget, act: VmAct, refusal: Refusal): void {
  show({ vm: vmKey(accountId, vmId), act, state: 'refused', refusal }, REFUSED_MS);
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
  const vm = vmKey(target.accountId, target.vmId);
  const begun: ActResult = { vm, act, state: 'busy', refusal: null };
  const before = useActs.getState().results[keyOf(begun)]?.state;
  if (before === 'busy' || before === 'slow') return;
  show(begun);
  const slow = setTimeout(() => show({ ...begun, state: 'slow' }), SLOW_MS);
  const answer = await answerOf(request(target, act));
  clearTimeout(slow);
  if (!answer.ok) return refuseAct(target, act, answer.refusal);
  show({ ...begun, state: 'done' }, DONE_MS);
  if (act.kind === 'copy' && act.what === 'ssh') useStrip.setState({ copiedVm: vm });
}
