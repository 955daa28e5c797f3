import { Fragment } from 'react';
import type { Screen } from '../../shared/ipc/contract.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { WithMessages } from '../features/alerts/message-strip.tsx';
import { lazy } from '../ui/index.ts';
import { type FirstStep, SCREEN_CODE } from './screen-code.ts';

const STEPS = {
  welcome: lazy(SCREEN_CODE.welcome),
  limit: lazy(SCREEN_CODE.limit),
};

const VmDetails = lazy(SCREEN_CODE.vm);
const Usage = lazy(SCREEN_CODE.usage);
const Launch = lazy(SCREEN_CODE.launch);
const SignIn = lazy(SCREEN_CODE.signIn);

const PLAIN = {
  vms: lazy(SCREEN_CODE.vms),
  stopIdle: lazy(SCREEN_CODE.stopIdle),
  alerts: lazy(SCREEN_CODE.alerts),
  accounts: lazy(SCREEN_CODE.accounts),
  settings: lazy(SCREEN_CODE.settings),
  about: lazy(SCREEN_CODE.about),
  diagnostics: lazy(SCREEN_CODE.diagnostics),
  keys: lazy(SCREEN_CODE.keys),
};

export function Step({ step }: { readonly step: FirstStep }) {
  const Shown = STEPS[step];
  const Around = step === 'welcome' ? WithMessages : Fragment;
  return (
    <Around>
      <Shown />
    </Around>
  );
}

export function OpenScreen({ screen }: { readonly screen: Screen }) {
  switch (screen.kind) {
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
      return <Usage preset={screen.preset} />;
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
