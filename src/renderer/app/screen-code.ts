import type { PanelStart } from '../../shared/ipc/bridge.ts';
import type { Screen } from '../../shared/ipc/contract.ts';
import type { AppState } from '../../shared/state/index.ts';
import { onDemand } from '../ui/on-demand.ts';

/** Screens that need no account. The tray links to the settings, which have the Quit button. */
const WITHOUT_ACCOUNT = ['settings', 'about', 'diagnostics', 'keys', 'offers', 'launch'];

type FirstStep = 'welcome' | 'limit';

export type ShownScreen = Screen | { readonly kind: FirstStep };

/** The step that is shown instead of `screen`; null: none. */
export function firstStep({ accounts, preferences }: AppState, screen: Screen): FirstStep | null {
  if (WITHOUT_ACCOUNT.includes(screen.kind)) return null;
  const isChosen = screen.kind === 'signIn' && screen.provider !== undefined;
  if (accounts.length === 0) return isChosen ? null : 'welcome';
  const { isOn, limit } = preferences.hourlyRate;
  return isOn && limit === null ? 'limit' : null;
}

const launch = onDemand(() =>
  import('../features/launch/launch.tsx').then((all) => all.LaunchScreen),
);
const home = () => import('./home.tsx');
const accounts = () => import('../features/accounts/accounts.tsx');

export const SCREEN_CODE = {
  welcome: onDemand(() => import('../features/accounts/welcome.tsx').then((all) => all.Welcome)),
  limit: onDemand(() =>
    import('../features/alerts/threshold-question.tsx').then((all) => all.ThresholdQuestion),
  ),
  vms: onDemand(() => home().then((all) => all.Home)),
  vm: onDemand(() => import('../features/vms/vm-details.tsx').then((all) => all.VmDetails)),
  stopIdle: onDemand(() =>
    import('../features/operations/stop-idle.tsx').then((all) => all.StopIdle),
  ),
  alerts: onDemand(() => import('../features/alerts/alerts.tsx').then((all) => all.Alerts)),
  usage: onDemand(() => import('../features/usage/usage.tsx').then((all) => all.Usage)),
  offers: launch,
  launch,
  accounts: onDemand(() => accounts().then((all) => all.Accounts)),
  signIn: onDemand(() => accounts().then((all) => all.SignIn)),
  settings: onDemand(() => import('../features/settings/settings.tsx').then((all) => all.Settings)),
  about: onDemand(() => import('../features/updates/about.tsx').then((all) => all.About)),
  diagnostics: onDemand(() =>
    import('../features/diagnostics/diagnostics.tsx').then((all) => all.Diagnostics),
  ),
  keys: onDemand(() => import('./keys.tsx').then((all) => all.Keys)),
} as const;

/** In the code of the list, which has the same. */
export const FOOTER_CODE = onDemand(() => home().then((all) => all.Footer));

export function screenCode({ app, screen }: PanelStart) {
  const first = screen ?? { kind: 'vms' };
  return SCREEN_CODE[firstStep(app, first) ?? first.kind];
}
