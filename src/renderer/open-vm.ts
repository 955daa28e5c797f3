import type { Answer, Refusal } from '../shared/ipc/index.ts';
import { vmKey } from '../shared/ssh/index.ts';
import { answerOf, bridge } from './bridge.ts';
import { type Opener, type Opening, useOpenings } from './openings.ts';
import type { VmTarget } from './store.ts';

/** ms until an opening counts as slow. Terminals open within 2 s, unless macOS asks for permission first. */
const SLOW_MS = 4_000;
const REFUSED_MS = 15_000;

function idOf(opener: Opener): string {
  return opener.kind === 'editor' ? `editor ${opener.editor.id}` : opener.kind;
}

/** @param opening the latest; null: removes it */
function put(key: string, opening: Opening | null): void {
  const { [key]: _, ...others } = useOpenings.getState().all;
  useOpenings.setState({ all: opening === null ? others : { ...others, [key]: opening } });
}

function request({ accountId, vmId }: VmTarget, opener: Opener): Promise<Answer<void>> {
  switch (opener.kind) {
    case 'terminal':
      return bridge.openTerminal({ accountId, vmId });
    case 'editor':
      return bridge.openEditor({ accountId, vmId, editor: opener.editor.id });
    case 'console':
      return bridge.openConsole({ accountId });
  }
}

function showRefusal(key: string, opening: Opening): void {
  put(key, opening);
  setTimeout(() => {
    // Another opening may have replaced it.
    if (useOpenings.getState().all[key] === opening) put(key, null);
  }, REFUSED_MS);
}

/** Opens a VM and tracks the result. Repeated calls are ignored while one is in progress. */
export async function openVm(target: VmTarget, opener: Opener): Promise<void> {
  const vm = vmKey(target.accountId, target.vmId);
  const key = `${vm} ${idOf(opener)}`;
  const before = useOpenings.getState().all[key];
  if (before !== undefined && before.state !== 'refused') return;
  const opening: Opening = { vm, opener, state: 'opening', refusal: null };
  put(key, opening);
  const slow = setTimeout(() => put(key, { ...opening, state: 'slow' }), SLOW_MS);
  const answer = await answerOf(request(target, opener));
  clearTimeout(slow);
  if (answer.ok) put(key, null);
  else showRefusal(key, { ...opening, state: 'refused', refusal: answer.refusal });
}

export function refuseToOpen(target: VmTarget, opener: Opener, refusal: Refusal): void {
  const vm = vmKey(target.accountId, target.vmId);
  showRefusal(`${vm} ${idOf(opener)}`, { vm, opener, state: 'refused', refusal });
}

/** The latest opening of the VM by such a program; null: none. */
export function useOpening(target: VmTarget, kind: Opener['kind']): Opening | null {
  const vm = vmKey(target.accountId, target.vmId);
  const isMeant = (opening: Opening) => opening.vm === vm && opening.opener.kind === kind;
  return useOpenings(({ all }) => Object.values(all).findLast(isMeant) ?? null);
}
