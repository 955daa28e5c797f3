import { create } from 'zustand';
import type { Refusal, Requests } from '../shared/ipc/bridge.ts';
import type { RequestAction } from '../shared/ipc/contract.ts';
import { vmKey } from '../shared/ssh/ssh-state.ts';
import type { VmAct } from '../shared/vms/vm-menu.ts';
import { useStrip } from './features/alerts/strip.ts';
import { bridge, type VmTarget } from './store.ts';

const DONE_MS = 1_500;
const REFUSED_MS = 15_000;

export interface ActResult {
  readonly act: VmAct;
  readonly state: 'busy' | 'done' | Refusal;
}

/** The shown result of each VM's last act by `vmKey`, latest last. */
export const useActs = create<{ readonly results: Readonly<Record<string, ActResult>> }>(() => ({
  results: {},
}));

export function useResult({ accountId, vmId }: VmTarget): ActResult | null {
  return useActs(({ results }) => results[vmKey(accountId, vmId)] ?? null);
}

export const refusalOf = (result: ActResult | null): Refusal | null =>
  typeof result?.state === 'object' ? result.state : null;

const isCopyOfSsh = (act: VmAct) => act.kind === 'copyFromVm' && act.input.what === 'ssh';

export const isCopied = (result: ActResult | null): boolean =>
  result?.state === 'done' && isCopyOfSsh(result.act);

const OPENING = {
  openTerminal: 'Opening a terminal…',
  openEditor: 'Opening the editor…',
  openConsole: 'Opening the console…',
} as const;

/** Null: it needs no text, or is refused. */
export function resultText(result: ActResult | null): string | null {
  if (result === null) return null;
  const { act, state } = result;
  if (act.kind === 'copyFromVm') return state === 'done' ? 'Copied' : null;
  return state === 'busy' ? OPENING[act.kind] : null;
}

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

const request = <Kind extends VmAct['kind']>(
  requests: Requests<Kind>,
  { kind, input }: RequestAction<Kind>,
) => requests[kind](input);

/** Acts through main and shows the result. Repeated calls are ignored while one is in progress. */
export async function actOnVm(target: VmTarget, act: VmAct): Promise<void> {
  const key = vmKey(target.accountId, target.vmId);
  const before = useActs.getState().results[key];
  if (before?.state === 'busy' && JSON.stringify(before.act) === JSON.stringify(act)) return;
  show(key, { act, state: 'busy' });
  const answer = await request(bridge, act);
  if (!answer.ok) return show(key, { act, state: answer.refusal }, REFUSED_MS);
  show(key, { act, state: 'done' }, DONE_MS);
  if (isCopyOfSsh(act)) useStrip.setState({ copiedVm: key });
}

export const copySsh = ({ accountId, vmId }: VmTarget): Promise<void> =>
  actOnVm({ accountId, vmId }, { kind: 'copyFromVm', input: { accountId, vmId, what: 'ssh' } });

export const openTerminal = ({ accountId, vmId }: VmTarget): Promise<void> =>
  actOnVm({ accountId, vmId }, { kind: 'openTerminal', input: { accountId, vmId } });
