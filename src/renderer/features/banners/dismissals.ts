import { create } from 'zustand';

/** Banners that need no action. */
export type Dismissable = 'noTray' | 'keptUntilQuit';

/** The banners that were dismissed, as long as the page lives. */
export const useDismissals = create<{ readonly dismissed: readonly Dismissable[] }>(() => ({
  dismissed: [],
}));

export function dismiss(what: Dismissable): void {
  useDismissals.setState(({ dismissed }) => ({
    dismissed: [...dismissed.filter((other) => other !== what), what],
  }));
}
