import { PROVIDERS } from '../../src/shared/providers/providers.ts';
import type { DemoApp } from './demo-app.ts';
import { CLOUDS, cloudsText, type DemoFleets, FLEET, SPEED } from './story.ts';

export const HELP = `npm run demo -- [--first-run] [--browser] [--port N]

Runs GPU Tray on a simulated service with ${FLEET.vms} VMs, and simulated clouds with ${cloudsText.join(', ')}, signed in.
Your own settings are not touched.

  --first-run  start at the sign-in, with credentials to copy
  --browser    show the panel in a browser even where Electron is installed
  --port N     port of the panel's page in a browser (default: a free port)
`;

/** Why the panel is a page in a browser, and how to get the real tray. */
export interface BrowserReason {
  readonly reason: string;
  readonly fix: readonly string[];
}

export interface DemoFacts extends DemoFleets {
  /** Port on which running VMs answer as an SSH server does. */
  readonly sshPort: number;
  readonly page: DemoApp['page'];
  readonly browserReason: BrowserReason | null;
  readonly signIn: 'done' | 'noKeychain' | 'failed' | 'firstRun';
  /** Whether the VMs run a stand-in for nvidia-smi. */
  readonly hasGpuLoad: boolean;
  readonly hasKeychain: boolean;
  readonly userData: string;
}

function section(name: string, ...lines: readonly string[]): string {
  return lines.map((text, index) => `  ${(index === 0 ? name : '').padEnd(10)}${text}`).join('\n');
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

function signInSection({ signIn, service }: DemoFacts): string {
  const [{ email, password, apiKeys }] = service.credentials;
  const credentials = [
    'GPU rental service (by URL), service URL as above, and',
    `API key    ${apiKeys.read_write}`,
    'Profile    simulator/profile.json, to start and stop VMs',
    `or         ${email}, password ${password}`,
  ];
  switch (signIn) {
    case 'done':
      return section('Sign-in', 'done, with a full-access API key at each');
    case 'firstRun':
      return section('Sign-in', ...credentials);
    case 'failed':
      return section('Sign-in', 'failed; sign in with', ...credentials);
    case 'noKeychain':
      return section('Sign-in', 'no keychain to sign in through; sign in with', ...credentials);
  }
}

export function demoReport(facts: DemoFacts): string {
  const { service, clouds, page, sshPort, hasGpuLoad, hasKeychain, userData } = facts;
  return [
    '',
    'GPU Tray on a simulated rental service and three simulated clouds',
    '',
    panelSection(facts),
    ...(page === null
      ? []
      : [section('Tray', `${page.control} (JSON; confirmations are printed here)`)]),
    section(
      'Service',
      service.baseUrl,
      `${FLEET.vms} VMs, time runs ${SPEED} times as fast; nothing leaves this computer`,
      `control: ${service.controlUrl} (simulator/README.md)`,
    ),
    ...clouds.map(({ baseUrl, controlUrl }, index) => {
      const { provider, vms } = CLOUDS[index] ?? CLOUDS[0];
      return section(PROVIDERS[provider].name, baseUrl, `${vms} VMs; control: ${controlUrl}`);
    }),
    hasGpuLoad
      ? section('SSH', `running VMs answer on port ${sshPort}, and run nvidia-smi only`)
      : section(
          'SSH',
          `running VMs answer on port ${sshPort}, without a login`,
          'GPU load is left out: it needs an SSH server on this computer (openssh-server).',
        ),
    signInSection(facts),
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
