import { useMemo } from 'react';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { type Banner, banners } from './banners.ts';
import { useStrip } from './strip.ts';

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const { dismissed, copiedVm } = useStrip();
  const alias = copiedVm === null ? null : (app.vmSshAccess[copiedVm]?.alias ?? null);
  return useMemo(() => banners(app, now, dismissed, alias), [app, now, dismissed, alias]);
}
