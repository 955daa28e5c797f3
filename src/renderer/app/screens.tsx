import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { WithMessages } from '../features/alerts/message-strip.tsx';
import { lazy } from '../ui/index.ts';
import { SCREEN_CODE, type ShownScreen } from './screen-code.ts';

const Welcome = lazy(SCREEN_CODE.welcome);
const VmDetails = lazy(SCREEN_CODE.vm);
const Usage = lazy(SCREEN_CODE.usage);
const Launch = lazy(SCREEN_CODE.launch);
const SignIn = lazy(SCREEN_CODE.signIn);

const PLAIN = {
  limit: lazy(SCREEN_CODE.limit),
  vms: lazy(SCREEN_CODE.vms),
  stopIdle: lazy(SCREEN_CODE.stopIdle),
  alerts: lazy(SCREEN_CODE.alerts),
  accounts: lazy(SCREEN_CODE.accounts),
  settings: lazy(SCREEN_CODE.settings),
  about: lazy(SCREEN_CODE.about),
  diagnostics: lazy(SCREEN_CODE.diagnostics),
  keys: lazy(SCREEN_CODE.keys),
};

export function OpenScreen({ screen }: { readonly screen: ShownScreen }) {
  switch (screen.kind) {
    case 'welcome':
      return (
        <WithMessages>
          <Welcome />
        </WithMessages>
      );
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
    case 'usage':
      return <Usage key={screen.preset} preset={screen.preset} />;
    case 'offers':
    case 'launch':
      return <Launch key={JSON.stringify(screen)} screen={screen} />;
    case 'signIn':
      return <SignIn accountId={screen.accountId} provider={screen.provider ?? null} />;
    default: {
      const Plain = PLAIN[screen.kind];
      return <Plain />;
    }
  }
}
