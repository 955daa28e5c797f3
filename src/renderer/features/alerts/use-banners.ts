import { useMemo } from 'react';
import { create } from 'zustand';
import { useCopiedVm } from '../../copy-from-vm.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { type Banner, banners, type Dismissable } from './banners.ts';

/** The banners that were dismissed, as long as the page lives. */
const useDismissals = create<{ readonly dismissed: readonly Dismissable[] }>(() => ({
  dismissed: [],
}));

export function dismiss(what: Dismissable): void {
  useDismissals.setState(({ dismissed }) => ({ dismissed: [...dismissed, what] }));
}

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const dismissed = useDismissals((dismissals) => dismissals.dismissed);
  const copied = useCopiedVm();
  const alias = copied === null ? null : (app.vmSshAccess[copied]?.alias ?? null);
  return useMemo(() => banners(app, now, dismissed, alias), [app, now, dismissed, alias]);
}
