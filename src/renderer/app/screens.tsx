import { vmKey } from '../../shared/app/index.ts';
import { WithMessages } from '../features/banners/message-strip.tsx';
import { SpendHeader } from '../features/spend/spend-header.tsx';
import { VmList } from '../features/vms/vm-list.tsx';
import { useScreen } from '../navigation.ts';
import { lazy } from '../ui/index.ts';
import { Footer } from './footer.tsx';

// Loaded on demand, to keep the first screen small.
const accounts = () => import('../features/accounts/accounts.tsx');
export const ThresholdQuestion = lazy(
  async () => (await import('../features/first-run/threshold-question.tsx')).ThresholdQuestion,
);
export const ShortNamesQuestion = lazy(
  async () => (await import('../features/first-run/short-names-question.tsx')).ShortNamesQuestion,
);
const VmDetails = lazy(
  async () => (await import('../features/vm-details/vm-details.tsx')).VmDetails,
);
const Alerts = lazy(async () => (await import('../features/alerts/alerts.tsx')).Alerts);
const Accounts = lazy(async () => (await accounts()).Accounts);
const SignIn = lazy(async () => (await accounts()).SignIn);
const Settings = lazy(async () => (await import('../features/settings/settings.tsx')).Settings);
const About = lazy(async () => (await import('../features/about/about.tsx')).About);
const Diagnostics = lazy(
  async () => (await import('../features/diagnostics/diagnostics.tsx')).Diagnostics,
);
const Keys = lazy(async () => (await import('../features/keys/keys.tsx')).Keys);

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
