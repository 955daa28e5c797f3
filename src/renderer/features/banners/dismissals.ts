import { create } from 'zustand';
import type { Dismissable } from '../../../shared/app/index.ts';

/** What was read and put away. */
export const useDismissals = create<{ readonly dismissed: readonly Dismissable[] }>(() => ({
  dismissed: [],
}));

/** Puts a banner away until GPU Tray is started again, however often the panel is opened until then. */
export function dismiss(what: Dismissable): void {
  useDismissals.setState(({ dismissed }) => ({
    dismissed: [...dismissed.filter((other) => other !== what), what],
  }));
}
