import { answerOf, bridge } from '../bridge.ts';
import { go, goBack } from '../navigation.ts';
import { useShortcuts } from '../ui/index.ts';

/** The keys that work wherever one is. @param isFirst nothing is behind what is shown, so that Escape closes the panel */
export function usePanelKeys(isFirst: boolean): void {
  useShortcuts({
    back: () => {
      if (isFirst || !goBack()) void answerOf(bridge.hidePanel());
    },
    refresh: () => void answerOf(bridge.refresh({ accountId: null })),
    settings: () => go({ kind: 'settings' }),
    keys: () => go({ kind: 'keys' }),
  });
}
