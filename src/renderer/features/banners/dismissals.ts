import { create } from 'zustand';

/** Banners that tell how things are, and nothing that has to be done. */
export const DISMISSABLE = ['noTray'] as const;
export type Dismissable = (typeof DISMISSABLE)[number];

/** What was read and put away. */
export const useDismissals = create<{ readonly dismissed: readonly Dismissable[] }>(() => ({
  dismissed: [],
}));

export function dismiss(what: Dismissable): void {
  useDismissals.setState(({ dismissed }) => ({
    dismissed: [...dismissed.filter((other) => other !== what), what],
  }));
}
