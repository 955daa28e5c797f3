import { useMemo } from 'react';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { type Banner, banners } from './banners.ts';
import { useDismissals } from './dismissals.ts';

/** What there is to tell right now. */
export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const dismissed = useDismissals((dismissals) => dismissals.dismissed);
  return useMemo(() => banners(app, now, dismissed), [app, now, dismissed]);
}
