import { create } from 'zustand';
import type { Refusal } from '../shared/ipc/bridge.ts';
import { bridge } from './store.ts';

/** With the panel open, accounts are polled every 10 s; the footer then describes that poll. */
const REFUSED_MS = 10_000;

export const useRefresh = create<{ readonly isBusy: boolean; readonly refusal: Refusal | null }>(
  () => ({ isBusy: false, refusal: null }),
);

let timer: ReturnType<typeof setTimeout> | undefined;

export async function refreshAll(): Promise<void> {
  if (useRefresh.getState().isBusy) return;
  clearTimeout(timer);
  useRefresh.setState({ isBusy: true, refusal: null });
  const answer = await bridge.refresh({ accountId: null });
  useRefresh.setState({ isBusy: false, refusal: answer.ok ? null : answer.refusal });
  timer = setTimeout(() => useRefresh.setState({ refusal: null }), REFUSED_MS);
}
