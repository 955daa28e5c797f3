import { vmKey } from '../../shared/app/index.ts';
import { WithMessages } from '../features/banners/message-strip.tsx';
import { SpendHeader } from '../features/spend/spend-header.tsx';
import { VmList } from '../features/vms/vm-list.tsx';
import { useScreen } from '../navigation.ts';
import { lazy } from '../ui/index.ts';
import { Footer } from './footer.tsx';

// Loaded on demand, to keep the first screen small.
const accounts = () => import('../features/accounts/accounts.tsx');
export const ThresholdQuestion = lazy(() =>
  import('../features/first-run/threshold-question.tsx').then((all) => all.ThresholdQuestion),
);
export const ShortNamesQuestion = lazy(() =>
  import('../features/first-run/short-names-question.tsx').then((all) => all.ShortNamesQuestion),
);
const VmDetails = lazy(() =>
  import('../features/vm-details/vm-details.tsx').then((all) => all.VmDetails),
);
const Alerts = lazy(() => import('../features/alerts/alerts.tsx').then((all) => all.Alerts));
const Usage = lazy(() => import('../features/usage/usage.tsx').then((all) => all.Usage));
const Offers = lazy(() => import('../features/offers/offers.tsx').then((all) => all.Offers));
const Accounts = lazy(() => accounts().then((all) => all.Accounts));
const SignIn = lazy(() => accounts().then((all) => all.SignIn));
const Settings = lazy(() =>
  import('../features/settings/settings.tsx').then((all) => all.Settings),
);
const About = lazy(() => import('../features/about/about.tsx').then((all) => all.About));
const Diagnostics = lazy(() =>
  import('../features/diagnostics/diagnostics.tsx').then((all) => all.Diagnostics),
);
const Keys = lazy(() => import('../features/keys/keys.tsx').then((all) => all.Keys));

/** The first screen. */
function Home() {
  return (
    <main className="flex h-full flex-col [@media(max-height:420px)]:overflow-y-auto">
      <SpendHeader />
      <WithMessages>
        <VmList />
      </WithMessages>
      <Footer />
    </main>
  );
}

/** The open screen. */
export function Panel() {
  const screen = useScreen();
  switch (screen.kind) {
    case 'vms':
      return <Home />;
    case 'vm':
      return (
        <WithMessages accountId={screen.accountId}>
          <VmDetails
            accountId={screen.accountId}
            key={vmKey(screen.accountId, screen.vmId)}
            vmId={screen.vmId}
          />
        </WithMessages>
      );
    case 'alerts':
      return <Alerts />;
    case 'usage':
      return <Usage preset={screen.preset} />;
    case 'offers':
      return <Offers baseUrl={screen.baseUrl} />;
    case 'accounts':
      return <Accounts />;
    case 'signIn':
      return <SignIn accountId={screen.accountId} />;
    case 'settings':
      return <Settings />;
    case 'about':
      return <About />;
    case 'diagnostics':
      return <Diagnostics />;
    case 'keys':
      return <Keys />;
  }
}
