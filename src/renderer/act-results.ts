import { create } from 'zustand';
import type { Refusal } from '../shared/ipc/bridge.ts';
import { vmKey } from '../shared/ssh/ssh-state.ts';
import type { VmAction } from '../shared/vms/vm-menu.ts';
import type { VmTarget } from './store.ts';

// Apart from `act-on-vm.ts`, which the first screen does not need.

/** Copies from a VM or opens it. The console belongs to the account. */
export type VmAct = Exclude<VmAction, { readonly kind: 'confirm' | 'mute' | 'showVm' }>;

export const COPY_SSH: VmAct = { kind: 'copy', what: 'ssh' };
export const OPEN_TERMINAL: VmAct = { kind: 'openTerminal' };

export interface ActResult {
  readonly act: VmAct;
  readonly state: 'busy' | 'done' | Refusal;
}

interface Acts {
  /** The shown result of each VM's last act by `vmKey`, latest last. */
  readonly results: Readonly<Record<string, ActResult>>;
}

export const useActs = create<Acts>(() => ({ results: {} }));

/** Null: none is shown. */
export function useResult({ accountId, vmId }: VmTarget): ActResult | null {
  return useActs(({ results }) => results[vmKey(accountId, vmId)] ?? null);
}

/** Null: not refused. */
export const refusalOf = (result: ActResult | null): Refusal | null =>
  typeof result?.state === 'object' ? result.state : null;

/** Whether this was copied a moment ago. */
export const isCopied = (result: ActResult | null, what = 'ssh'): boolean =>
  result?.state === 'done' && result.act.kind === 'copy' && result.act.what === what;

/** Null: it needs no text, or is refused. */
export function resultText(result: ActResult | null): string | null {
  if (result === null) return null;
  const { act, state } = result;
  if (act.kind === 'copy') return state === 'done' ? 'Copied' : null;
  if (state !== 'busy') return null;
  switch (act.kind) {
    case 'openTerminal':
      return 'Opening a terminal…';
    case 'openEditor':
      return `Opening ${act.editor.name}…`;
    case 'openConsole':
      return 'Opening the console…';
  }
}
