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
  /** `vmKey`. */
  readonly vm: string;
  readonly act: VmAct;
  readonly state: 'busy' | 'slow' | 'done' | 'refused';
  /** Null unless refused. */
  readonly refusal: Refusal | null;
}

interface Acts {
  /** The shown results by VM and act, latest last. */
  readonly results: Readonly<Record<string, ActResult>>;
}

export const useActs = create<Acts>(() => ({ results: {} }));

export const keyOf = ({ vm, act }: Pick<ActResult, 'vm' | 'act'>) => `${vm} ${JSON.stringify(act)}`;

/** Latest last. */
export function useResults(): readonly ActResult[] {
  const results = useActs((acts) => acts.results);
  return Object.values(results);
}

/** Null: none is shown. */
export function useResult({ accountId, vmId }: VmTarget, act: VmAct): ActResult | null {
  const key = keyOf({ vm: vmKey(accountId, vmId), act });
  return useActs(({ results }) => results[key] ?? null);
}

/** Null: it needs no text, or is refused. */
export function resultText(result: ActResult | null): string | null {
  if (result === null || result.state === 'refused') return null;
  const { act, state } = result;
  if (act.kind === 'copy') return state === 'done' ? 'Copied' : null;
  if (state === 'done') return null;
  if (state === 'slow') return 'Still opening. Check for a permission prompt.';
  switch (act.kind) {
    case 'openTerminal':
      return 'Opening a terminal…';
    case 'openEditor':
      return `Opening ${act.editor.name}…`;
    case 'openConsole':
      return 'Opening the console…';
  }
}
