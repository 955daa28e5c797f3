import { create } from 'zustand';
import type { Refusal } from '../shared/ipc/index.ts';
import type { FoundProgram } from '../shared/ssh/index.ts';

// Apart from `open-vm.ts`, which the first screen does not need.

/** The program that opens a VM. The console belongs to the account. */
export type Opener =
  | { readonly kind: 'terminal' }
  | { readonly kind: 'editor'; readonly editor: FoundProgram }
  | { readonly kind: 'console' };

export interface Opening {
  /** `vmKey`. */
  readonly vm: string;
  readonly opener: Opener;
  readonly state: 'opening' | 'slow' | 'refused';
  /** Null unless refused. */
  readonly refusal: Refusal | null;
}

interface Openings {
  /** By VM and opener, latest last. */
  readonly all: Readonly<Record<string, Opening>>;
}

export const useOpenings = create<Openings>(() => ({ all: {} }));

export function useAllOpenings(): readonly Opening[] {
  const all = useOpenings((openings) => openings.all);
  return Object.values(all);
}

export function openingLabel({ opener, state }: Opening): string {
  if (state === 'slow') return 'Still opening. Check for a permission prompt.';
  switch (opener.kind) {
    case 'terminal':
      return 'Opening a terminal…';
    case 'editor':
      return `Opening ${opener.editor.name}…`;
    case 'console':
      return 'Opening the console…';
  }
}
