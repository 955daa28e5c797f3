import { PROVIDERS } from '../../src/shared/providers/providers.ts';
import type { DemoApp } from './demo-app.ts';
import { type DemoPlace, keyOf, PLACES, SPEED } from './story.ts';

export const HELP = `npm run demo -- [--first-run] [--browser] [--port N]

Runs GPU Tray on ${PLACES.length} simulated clouds, signed in. Your own settings are not touched.

  --first-run  start at the sign-in, with credentials to copy
  --browser    show the panel in a browser even where Electron is installed
  --port N     port of the panel's page in a browser (default: a free port)
`;

/** Why the panel is a page in a browser, and how to get the real tray. */
export interface BrowserReason {
  readonly reason: string;
  readonly fix: readonly string[];
}

export interface DemoFacts {
  readonly places: readonly DemoPlace[];
  /** Port on which running VMs answer as an SSH server does. */
  readonly sshPort: number;
  readonly page: DemoApp['page'];
  readonly browserReason: BrowserReason | null;
  readonly signIn: 'done' | 'noKeychain' | 'failed' | 'firstRun';
  readonly hasKeychain: boolean;
  readonly userData: string;
}

function section(name: string, ...lines: readonly string[]): string {
  return lines.map((text, index) => `  ${(index === 0 ? name : '').padEnd(14)}${text}`).join('\n');
}

function panelSection({ page, browserReason }: DemoFacts): string {
  if (page === null) return section('Panel', 'in your system tray: click the chip icon');
  return section(
    'Panel',
    page.url,
    `in a browser: ${browserReason?.reason ?? 'Electron is not installed'}`,
    ...(browserReason?.fix ?? []),
  );
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

const SIGN_IN = {
  done: 'done, with the key of each cloud',
  firstRun:
    'choose a cloud and paste its key; simulator/profile.json starts and stops VMs of Studio',
  failed: 'failed; sign in with the keys above',
  noKeychain: 'no keychain to sign in through; sign in with the keys above',
};

export function demoReport(facts: DemoFacts): string {
  const { places, page, sshPort, hasKeychain, userData, signIn } = facts;
  return [
    '',
    `GPU Tray on ${places.length} simulated clouds. Nothing leaves this computer; time runs ${SPEED} times as fast for the VMs.`,
    '',
    panelSection(facts),
    ...(page === null
      ? []
      : [section('Tray', `${page.control} (JSON; confirmations are printed here)`)]),
    placeSections(places, true),
    section('Sign-in', SIGN_IN[signIn]),
    section('SSH', `running VMs answer on port ${sshPort}, without a login`),
    section(
      'Keychain',
      hasKeychain ? 'yours; removed at the end' : 'none found; kept in memory until the end',
    ),
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
