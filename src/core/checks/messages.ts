import { type Actor, actorName, silentHolder } from '../../shared/acting/acting.ts';
import type { Check, CheckState } from '../../shared/diagnostics/check.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { describePattern } from '../../shared/ssh/shell-only.ts';
import type { NamePattern } from '../../shared/ssh/ssh-state.ts';

export type CheckResult = Omit<Check, 'id' | 'subject'>;

const resultOf =
  (state: CheckState) =>
  (detail: string, nextStep: string | null = null): CheckResult => ({ state, detail, nextStep });
const ok = resultOf('ok');
const warning = resultOf('warning');
const failed = resultOf('failed');
const unknown = resultOf('unknown');
const notApplicable = resultOf('notApplicable');

const WIDER_KEY = 'an API key with read access.';
const MEANWHILE = 'Until then, alerts are shown in the tray and the panel.';

const NOBODY = 'GPU Tray isn’t running here, so auto-stops and alerts are off.';
const START = 'Start GPU Tray or gpu-tray watch.';

/** The next step in the command line: Node uses neither the proxy nor the certificates of this computer by itself. */
export function nodeAction(problem: Problem): string | null {
  if (problem.kind === 'tls')
    return `Check ${problem.provider === undefined ? 'the service URL, ' : ''}this computer’s date, and whether this network requires a login. For company certificates, set NODE_USE_SYSTEM_CA=1, or NODE_EXTRA_CA_CERTS to their file.`;
  if (problem.kind === 'proxy' && problem.needsLogin)
    return 'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example.com:3128.';
  return null;
}

/** The results of the checks, apart from problems and keychain errors. */
export const messages = {
  notHere: unknown('Not checked here.', 'Open Diagnostics in the app.'),
  noAccount: notApplicable(
    'No account is signed in.',
    'Sign in, in the app or with gpu-tray login.',
  ),
  notReached: unknown('Not checked: the provider was not reached.'),
  keychain: {
    available: ok('Available.'),
    file: (path: string) => ok(`Not used: the API keys are read from ${path}.`),
    waiting: warning('Waiting for your keychain.', 'Unlock it in its dialog.'),
  },
  network: {
    offline: failed('This computer is offline.', 'Connect to a network.'),
    connected: {
      none: ok('Connected, without a proxy.'),
      used: ok('Connected through a proxy.'),
      ignored: ok('Connected, but the configured proxy is not used.'),
      unknown: ok('Connected.'),
    },
    proxyIgnored: warning(
      'A proxy is set, but the command line does not use it.',
      'Set NODE_USE_ENV_PROXY=1 and try again.',
    ),
    proxyBlocks: warning(
      'Connected through a proxy, but a service was not reached.',
      'Check that the proxy lets GPU Tray through, or change the proxy in your network settings.',
    ),
  },
  service: { responded: (ms: number) => ok(`Responded in ${ms} ms.`) },
  certificate: {
    verified: ok('Verified.'),
    none: notApplicable('Not needed: the service is on this computer.'),
  },
  clock: {
    correct: ok('Matches the provider’s clock.'),
    wrong: (duration: string, isAhead: boolean) =>
      warning(
        `${duration} ${isAhead ? 'ahead of' : 'behind'} the provider’s clock.`,
        'Turn on automatic time in the date settings of this computer. Until then, run times and costs may be off.',
      ),
    unknown: unknown('Not checked: the provider did not report its time.'),
  },
  scopes: {
    unread: unknown('Not checked yet.'),
    all: ok('Can read VMs and spend.'),
    vms: ok('Can read VMs; their costs add up to the rate.'),
    spendOnly: warning('Can read spend, but not VMs.', `To see VMs, use ${WIDER_KEY}`),
    vmsOnly: warning('Can read VMs, but not spend.', `To see rates and costs, use ${WIDER_KEY}`),
    nothing: failed('Can read neither VMs nor spend.', `Use ${WIDER_KEY}`),
  },
  ssh: {
    missing: failed('OpenSSH was not found.', 'Install it.'),
    unusable: (message: string) =>
      failed(message, 'Change the folder, then run gpu-tray doctor again.'),
    include: {
      active: ok('Short names are on.'),
      absent: ok('Installed. Short names are off.'),
      unknown: warning(
        'ssh reports an error in your SSH config.',
        'Run ssh -G localhost to see it.',
      ),
    },
    pattern: (pattern: NamePattern) =>
      warning(
        `Short names are off. ${describePattern(pattern)}`,
        `Before you turn them on, set another prefix in Settings${pattern.other === null ? '' : `, such as ${pattern.other}`}.`,
      ),
  },
  acting: {
    self: ok('This GPU Tray runs alerts and auto-stops.'),
    other: (actor: Actor | null) => ok(`${actorName(actor)} runs alerts and auto-stops.`),
    silent(actor: Actor | null) {
      const { title, body } = silentHolder(actor);
      return warning(`${title}.`, body);
    },
    /** With auto-stops, and without. */
    nobody: warning(NOBODY, START),
    needless: notApplicable(NOBODY, START),
    unknown: unknown('Not checked: the settings folder cannot be locked.'),
  },
  tray: {
    shown: ok('Shown.'),
    hidden: warning(
      'This desktop shows no tray icons.',
      'In GNOME, turn on the AppIndicator extension. Until then, launch GPU Tray again to open the panel.',
    ),
  },
  notifications: {
    supported: ok('Supported by this desktop.'),
    failed: warning(
      'The desktop did not show the last notification.',
      `Allow notifications of GPU Tray in your system settings. ${MEANWHILE}`,
    ),
    unsupported: warning(
      'This desktop shows no notifications.',
      `Start a notification service. ${MEANWHILE}`,
    ),
  },
  autostart: {
    on: ok('On.'),
    off: ok('Off.'),
    notInstalled: notApplicable('Only an installed GPU Tray can start at login.'),
    turnedOff: warning(
      'On in Settings, but turned off in your desktop’s list of startup apps.',
      'Turn it on in that list, or off in Settings.',
    ),
    turnedOn: warning(
      'Off in Settings, but on in your desktop’s list of startup apps.',
      'Turn it off in that list, or on in Settings.',
    ),
  },
  updates: {
    build: notApplicable(
      'This installation does not check for updates.',
      'Install a newer version over this one.',
    ),
    policy: notApplicable(
      'A policy file on this computer turns updates off.',
      'Ask its administrator for the newer version.',
    ),
    none: ok('No newer version found.'),
    ready: (version: string) => ok(`Version ${version} is ready.`, 'Install it in About.'),
    unreachable: warning('The last check failed.', 'Check your network, then try again in About.'),
    unverified: warning(
      'The last download could not be verified and was deleted.',
      'Try again in About, or install the newer version yourself.',
    ),
  },
} as const;
