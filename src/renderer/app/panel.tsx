import { useScreen } from '../navigation.ts';
import { Home } from './home.tsx';
import { Accounts, Alerts, Keys, Settings, SignIn, VmDetails } from './loaded-screens.ts';

/** The screen that one is on. */
export function Panel() {
  const screen = useScreen();
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
