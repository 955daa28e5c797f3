import type { Simulator } from '../../simulator/index.ts';
import type { DemoApp } from './demo-app.ts';
import type { StartedApp } from './start-demo-app.ts';

export interface DemoFacts extends Omit<StartedApp, 'app'> {
  readonly simulator: Simulator;
  readonly vms: number;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** Where its VMs answer as an ssh server does. */
  readonly sshPort: number;
  readonly page: DemoApp['page'];
  readonly hasKeychain: boolean;
  readonly userData: string;
}

function line(name: string, ...texts: readonly string[]): string {
  return texts.map((text, index) => `  ${(index === 0 ? name : '').padEnd(11)}${text}`).join('\n');
}

/** What somebody needs to know who sees GPU Tray for the first time. */
export function demoWords(facts: DemoFacts): string {
  const { simulator, page, whyPage, whySignedOut, userData } = facts;
  const [{ email, password, apiKeys }] = simulator.credentials;
  const panel =
    page === null
      ? line('Panel', 'in your system tray: look for the chip with a meter')
      : line(
          'Panel',
          page.url,
          'Open it in a browser: the panel is a page, since Electron is not run here',
          `(${whyPage?.reason ?? 'it is not installed'}).`,
          ...(whyPage?.remedy ?? []),
        );
  return [
    '',
    'GPU Tray on a simulated rental service',
    '',
    panel,
    ...(page === null
      ? []
      : [
          line('Tray', `${page.control}  (as JSON; tests/browser-host)`),
          line(
            'Questions',
            'what GPU Tray asks outside the panel, such as whether it may run a command of yours,',
            'is printed here and answered at the address of the tray',
          ),
        ]),
    '',
    line(
      'Service',
      simulator.baseUrl,
      `${facts.vms} VMs, time runs ${facts.speed} times as fast; nothing leaves this computer`,
      `control it at ${simulator.controlUrl} (simulator/README.md)`,
    ),
    line(
      'SSH',
      `running VMs answer on port ${facts.sshPort} of their own addresses and hang up, which shows`,
      'when one could log in; there is nothing to log in to',
    ),
    facts.isSignedIn
      ? line('Sign in', 'done, with an API key that may only read')
      : line(
          'Sign in',
          ...(whySignedOut === null ? [] : [`not done for you: ${whySignedOut}`]),
          'with the address above as base URL, and',
          `API key    ${apiKeys.read_only}`,
          `or         ${email}, password ${password}`,
        ),
    line(
      'Keychain',
      facts.hasKeychain
        ? 'yours; what the demo keeps there is removed at the end'
        : 'none is available here, so the credential is kept in memory until the end',
    ),
    line(
      'Settings',
      `${userData}, removed at the end; your own are not touched,`,
      'nor is ~/.ssh, unless you let ssh know the names: that is taken back at the end',
    ),
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}
