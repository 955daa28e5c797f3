import { answerOf, bridge } from '../bridge.ts';
import { clearFilter } from '../features/vms/index.ts';
import { go, goBack, useNavigation } from '../navigation.ts';
import { useShortcuts } from '../ui/index.ts';

/** A filter that is left on the list would hide the other VMs from whoever opens the panel next. */
function isFilterGone(): boolean {
  return useNavigation.getState().screen.kind === 'vms' && clearFilter();
}

/** The keys that work wherever one is. @param isFirst nothing is behind what is shown, so that Escape closes the panel */
export function usePanelKeys(isFirst: boolean): void {
  useShortcuts({
    back: () => {
      if (!isFirst && (isFilterGone() || goBack())) return;
      void answerOf(bridge.hidePanel());
    },
    refresh: () => void answerOf(bridge.refresh({ accountId: null })),
    settings: () => go({ kind: 'settings' }),
    keys: () => go({ kind: 'keys' }),
  });
}
