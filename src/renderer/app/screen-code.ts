import type { ComponentType } from 'react';
import type { PanelStart } from '../../shared/ipc/bridge.ts';
import type { Screen } from '../../shared/ipc/contract.ts';
import type { AppState } from '../../shared/state/index.ts';
import { type OnDemand, onDemand } from '../ui/on-demand.ts';

/** Screens that need no account. The tray links to the settings, which have the Quit button. */
const WITHOUT_ACCOUNT = ['settings', 'about', 'diagnostics', 'keys', 'offers', 'launch'];

type FirstStep = 'welcome' | 'limit';

export type ShownScreen = Screen | { readonly kind: FirstStep };

export type ScreenKind = ShownScreen['kind'];

export interface ScreenProps<Kind extends ScreenKind> {
  readonly screen: ShownScreen & { readonly kind: Kind };
}

/** The step that is shown instead of `screen`; null: none. */
export function firstStep({ accounts, preferences }: AppState, screen: Screen): FirstStep | null {
  if (WITHOUT_ACCOUNT.includes(screen.kind)) return null;
  const isChosen = screen.kind === 'signIn' && screen.provider !== undefined;
  if (accounts.length === 0) return isChosen ? null : 'welcome';
  const { isOn, limit } = preferences.hourlyRate;
  return isOn && limit === null ? 'limit' : null;
}

const launch = onDemand(() => import('../features/launch/launch.tsx'), 'LaunchScreen');
const accounts = () => import('../features/accounts/accounts.tsx');

export const SCREEN_CODE: {
  readonly [Kind in ScreenKind]: OnDemand<ComponentType<ScreenProps<Kind>>>;
} = {
  welcome: onDemand(() => import('../features/accounts/welcome.tsx'), 'Welcome'),
  limit: onDemand(() => import('../features/alerts/threshold-question.tsx'), 'ThresholdQuestion'),
  vms: onDemand(() => import('./home.tsx'), 'Home'),
  vm: onDemand(() => import('../features/vms/vm-details.tsx'), 'VmDetails'),
  stopIdle: onDemand(() => import('../features/operations/stop-idle.tsx'), 'StopIdle'),
  alerts: onDemand(() => import('../features/alerts/alerts.tsx'), 'Alerts'),
  usage: onDemand(() => import('../features/usage/usage.tsx'), 'Usage'),
  offers: launch,
  launch,
  accounts: onDemand(accounts, 'Accounts'),
  signIn: onDemand(accounts, 'SignIn'),
  settings: onDemand(() => import('../features/settings/settings.tsx'), 'Settings'),
  about: onDemand(() => import('../features/updates/about.tsx'), 'About'),
  diagnostics: onDemand(() => import('../features/diagnostics/diagnostics.tsx'), 'Diagnostics'),
  keys: onDemand(() => import('./keys.tsx'), 'Keys'),
};

export function screenCode({ app, screen }: PanelStart) {
  const first = screen ?? { kind: 'vms' };
  return SCREEN_CODE[firstStep(app, first) ?? first.kind];
}
