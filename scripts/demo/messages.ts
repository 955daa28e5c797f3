import { PROVIDERS } from '../../src/shared/providers/providers.ts';
import type { ElectronProblem } from '../electron-problem.ts';
import type { DemoApp } from './demo-app.ts';
import { type DemoPlace, keyOf, PLACES, SPEED, SSH_PORT } from './story.ts';

export const HELP = `npm run demo -- [--first-run] [--browser] [--port N]

Runs GPU Tray on ${PLACES.length} simulated clouds, signed in. Your own settings are not touched.

  --first-run  start at the sign-in, with credentials to copy
  --browser    show the panel in a browser even where Electron is installed
  --port N     port of the panel's page in a browser (default: a free port)
`;

export interface DemoFacts {
  readonly places: readonly DemoPlace[];
  readonly userData: string;
  readonly isFirstRun: boolean;
  /** False: also where there is no keychain, in Electron. */
  readonly isSignedIn: boolean;
  readonly page: DemoApp['page'];
  /** Why the panel is a page in a browser, and how to get the real tray; null: it is in the tray. */
  readonly whyBrowser: ElectronProblem | null;
}

function section(name: string, ...lines: readonly string[]): string {
  return lines.map((text, index) => `  ${(index === 0 ? name : '').padEnd(14)}${text}`).join('\n');
}

function panelSections({ page, whyBrowser }: DemoFacts): readonly string[] {
  if (page === null) return [section('Panel', 'in your system tray: click the chip icon')];
  const { reason = '', fix = [] } = whyBrowser ?? {};
  return [
    section('Panel', page.url, `in a browser: ${reason}`, ...fix),
    section('Tray', `${page.control} (JSON; confirmations are printed here)`),
  ];
}

/** A section for each place, with the key that its sign-in takes. @param isWithControl also how to change its VMs */
function placeSections(places: readonly DemoPlace[], isWithControl: boolean): string {
  const sections = places.map((place) => {
    const { provider, name, simulator } = place;
    const { baseUrl, control, controlUrl, credentials } = simulator;
    const { address, name: cloud } = PROVIDERS[provider];
    const [{ email, password }] = credentials;
    const vms = `${control.vms().length} VMs`;
    return section(
      name,
      address === null ? `${cloud} at ${baseUrl}, ${vms}` : `${cloud}, ${vms}`,
      `API key  ${keyOf(place)}`,
      ...(address === null ? [`or       ${email}, password ${password}`] : []),
      ...(isWithControl ? [`control  ${controlUrl}`] : []),
    );
  });
  return sections.join('\n');
}

function signInText({ isFirstRun, isSignedIn }: DemoFacts): string {
  if (isFirstRun)
    return 'choose a cloud and paste its key; simulator/profile.json starts and stops VMs of Studio';
  return isSignedIn
    ? 'done, with the key of each cloud'
    : 'failed, as without a keychain; sign in with the keys above';
}

export function demoReport(facts: DemoFacts): string {
  const { places, userData } = facts;
  return [
    '',
    `GPU Tray on ${places.length} simulated clouds. Nothing leaves this computer; time runs ${SPEED} times as fast for the VMs.`,
    '',
    ...panelSections(facts),
    placeSections(places, true),
    section('Sign-in', signInText(facts)),
    section('SSH', `running VMs answer on port ${SSH_PORT}, without a login`),
    section('Keychain', 'keys are removed from yours at the end; without one they are in memory'),
    section('Files', `${userData}, the app’s home folder too; removed at the end`),
    '',
    'After 20 s a VM is launched and the hourly rate passes the limit; after 40 s a VM is interrupted.',
    'Press Ctrl-C to end.',
    '',
  ].join('\n');
}

/** What `gpu-tray demo` prints before its shell. */
export const shellReport = (places: readonly DemoPlace[]): string =>
  [
    `GPU Tray on ${places.length} simulated clouds, in a temporary home. Nothing leaves this computer.`,
    '',
    placeSections(places, false),
    '',
    'Try:',
    '  gpu-tray status',
    '  gpu-tray show scratch',
    '  gpu-tray offers --gpu 4090',
    '  gpu-tray stop --idle',
    '  gpu-tray watch',
    '',
    'Type exit to end.',
    '',
  ].join('\n');
