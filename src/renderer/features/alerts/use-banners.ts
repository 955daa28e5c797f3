import { useMemo } from 'react';
import { useCopiedVm } from '../../copy-from-vm.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { type Banner, banners } from './banners.ts';
import { useStrip } from './strip.ts';

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const dismissed = useStrip((strip) => strip.dismissed);
  const copied = useCopiedVm();
  const alias = copied === null ? null : (app.vmSshAccess[copied]?.alias ?? null);
  return useMemo(() => banners(app, now, dismissed, alias), [app, now, dismissed, alias]);
}
