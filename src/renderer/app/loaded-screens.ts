import { loadScreen } from './load-screen.tsx';

// Not part of the first screen, so not part of its weight: each comes when it is first asked for.

const firstRun = () => import('../features/first-run/first-run.tsx');
const accounts = () => import('../features/accounts/accounts.tsx');

export const Welcome = loadScreen(async () => (await firstRun()).Welcome);
export const ThresholdQuestion = loadScreen(async () => (await firstRun()).ThresholdQuestion);
export const VmDetails = loadScreen(
  async () => (await import('../features/vm-details/index.ts')).VmDetails,
);
export const Alerts = loadScreen(
  async () => (await import('../features/alerts/alerts.tsx')).Alerts,
);
export const Accounts = loadScreen(async () => (await accounts()).Accounts);
export const SignIn = loadScreen(async () => (await accounts()).SignIn);
export const Settings = loadScreen(
  async () => (await import('../features/settings/settings.tsx')).Settings,
);
export const Keys = loadScreen(async () => (await import('../features/keys/keys.tsx')).Keys);
