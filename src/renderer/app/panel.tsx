import { answerOf, bridge } from '../bridge.ts';
import { go, goBack, useScreen } from '../navigation.ts';
import { useShortcuts } from '../ui/index.ts';
import { Home } from './home.tsx';
import { Accounts, Alerts, Keys, Settings, SignIn, VmDetails } from './loaded-screens.ts';

function usePanelKeys(): void {
  useShortcuts({
    back: () => {
      if (!goBack()) void answerOf(bridge.hidePanel());
    },
    refresh: () => void answerOf(bridge.refresh({ accountId: null })),
    settings: () => go({ kind: 'settings' }),
    keys: () => go({ kind: 'keys' }),
  });
}

/** The screen that one is on. */
export function Panel() {
  const screen = useScreen();
  usePanelKeys();
  switch (screen.kind) {
    case 'vms':
      return <Home />;
    case 'vm':
      return <VmDetails accountId={screen.accountId} vmId={screen.vmId} />;
    case 'alerts':
      return <Alerts />;
    case 'accounts':
      return <Accounts />;
    case 'signIn':
      return <SignIn accountId={screen.accountId} />;
    case 'settings':
      return <Settings />;
    case 'keys':
      return <Keys />;
  }
}
