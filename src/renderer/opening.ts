import { create } from 'zustand';
import { type FoundProgram, vmKey } from '../shared/app/index.ts';
import type { Answer, Refusal } from '../shared/ipc/index.ts';
import { answerOf, bridge } from './bridge.ts';

/** A terminal answers within two seconds, or asks the system first; macOS then asks its user, for up to a minute. */
const SLOW_MS = 4_000;
const REFUSED_MS = 15_000;

/** What one logs in with, or looks at the VM with. */
export type Opener =
  | { readonly kind: 'terminal' }
  | { readonly kind: 'editor'; readonly editor: FoundProgram }
  | { readonly kind: 'console' };

/** The VM to be opened; of the console, its account decides. */
export interface OpenTarget {
  readonly accountId: string;
  readonly vmId: string;
}

/** An opening that has not succeeded yet, shown where the eye is. */
export interface Opening {
  /** Of the VM. */
  readonly vm: string;
  readonly opener: Opener;
  readonly state: 'underWay' | 'slow' | 'refused';
  /** Null while it is under way. */
  readonly refusal: Refusal | null;
}

interface Openings {
  /** By VM and opener, the latest last. */
  readonly all: Readonly<Record<string, Opening>>;
}

const useOpenings = create<Openings>(() => ({ all: {} }));

function idOf(opener: Opener): string {
  return opener.kind === 'editor' ? `editor ${opener.editor.id}` : opener.kind;
}

/** @param opening null: forgotten. It becomes the latest. */
function put(key: string, opening: Opening | null): void {
  const { [key]: _, ...others } = useOpenings.getState().all;
  useOpenings.setState({ all: opening === null ? others : { ...others, [key]: opening } });
}

function ask({ accountId, vmId }: OpenTarget, opener: Opener): Promise<Answer<void>> {
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
    // Another one may stand there by now.
    if (useOpenings.getState().all[key] === opening) put(key, null);
  }, REFUSED_MS);
}

/** Opens a VM, and tells what comes of it. While it is under way the same is not asked for again. */
export async function openVm(target: OpenTarget, opener: Opener): Promise<void> {
  const vm = vmKey(target.accountId, target.vmId);
  const key = `${vm} ${idOf(opener)}`;
  const before = useOpenings.getState().all[key];
  if (before !== undefined && before.state !== 'refused') return;
  const opening: Opening = { vm, opener, state: 'underWay', refusal: null };
  put(key, opening);
  const slow = setTimeout(() => put(key, { ...opening, state: 'slow' }), SLOW_MS);
  const answer = await answerOf(ask(target, opener));
  clearTimeout(slow);
  if (answer.ok) put(key, null);
  else showRefusal(key, { ...opening, state: 'refused', refusal: answer.refusal });
}

/** Says in the same place why a VM cannot be opened, without asking for it. */
export function refuseToOpen(target: OpenTarget, opener: Opener, refusal: Refusal): void {
  const vm = vmKey(target.accountId, target.vmId);
  showRefusal(`${vm} ${idOf(opener)}`, { vm, opener, state: 'refused', refusal });
}

/** The latest opening of the VM; null: nothing to tell. @param opener left out: anything */
export function useOpening(target: OpenTarget, opener?: Opener): Opening | null {
  const vm = vmKey(target.accountId, target.vmId);
  return useOpenings(({ all }) => {
    if (opener !== undefined) return all[`${vm} ${idOf(opener)}`] ?? null;
    return Object.values(all).findLast((opening) => opening.vm === vm) ?? null;
  });
}

/** What is under way, in words. */
export function openingWords({ opener, state }: Opening): string {
  if (state === 'slow') return 'Still opening. The system may be asking you to allow it.';
  switch (opener.kind) {
    case 'terminal':
      return 'Opening a terminal…';
    case 'editor':
      return `Opening ${opener.editor.name}…`;
    case 'console':
      return 'Opening the console…';
  }
}
