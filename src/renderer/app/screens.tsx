import type { Screen } from '../../shared/ipc/index.ts';
import { vmKey } from '../../shared/ssh/index.ts';
import { WithMessages } from '../features/alerts/message-strip.tsx';
import { lazy } from '../ui/index.ts';
import { type FirstStep, SCREEN_CODE } from './screen-code.ts';

const Welcome = lazy(SCREEN_CODE.welcome);
const ThresholdQuestion = lazy(SCREEN_CODE.limit);
const ShortNamesQuestion = lazy(SCREEN_CODE.shortNames);
const Home = lazy(SCREEN_CODE.vms);
const VmDetails = lazy(SCREEN_CODE.vm);
const Alerts = lazy(SCREEN_CODE.alerts);
const Usage = lazy(SCREEN_CODE.usage);
const Launch = lazy(SCREEN_CODE.launch);
const Accounts = lazy(SCREEN_CODE.accounts);
const SignIn = lazy(SCREEN_CODE.signIn);
const Settings = lazy(SCREEN_CODE.settings);
const About = lazy(SCREEN_CODE.about);
const Diagnostics = lazy(SCREEN_CODE.diagnostics);
const Keys = lazy(SCREEN_CODE.keys);

export function Step({ step }: { readonly step: FirstStep }) {
  switch (step) {
    case 'welcome':
      return (
        <WithMessages>
          <Welcome />
        </WithMessages>
      );
    case 'limit':
      return <ThresholdQuestion />;
    case 'shortNames':
      return <ShortNamesQuestion />;
  }
}

export function OpenScreen({ screen }: { readonly screen: Screen }) {
  switch (screen.kind) {
    case 'vms':
      return <Home />;
    case 'vm':
      return (
        <WithMessages accountId={screen.accountId}>
          <VmDetails
            accountId={screen.accountId}
            key={vmKey(screen.accountId, screen.vmId)}
            operation={screen.operation ?? null}
            vmId={screen.vmId}
          />
        </WithMessages>
      );
    case 'alerts':
      return <Alerts />;
    case 'usage':
      return <Usage preset={screen.preset} />;
    case 'offers':
    case 'launch':
      return <Launch key={JSON.stringify(screen)} screen={screen} />;
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
