import { create } from 'zustand';
import type { VmEntry } from './vm-entry.ts';

/** The row whose menu is open, and where, px from the window's corner. */
export interface RowMenuPlace {
  readonly entry: Pick<VmEntry, 'accountId' | 'vm'>;
  readonly x: number;
  readonly y: number;
}

/** One for all rows, since no two menus are open at once; null: none is. */
export const useRowMenu = create<{ readonly place: RowMenuPlace | null }>(() => ({ place: null }));
