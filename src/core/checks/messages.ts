import type { Problem } from '../../shared/domain/index.ts';

export interface CheckText {
  readonly detail: string;
  /** Null: nothing to do. */
  readonly nextStep: string | null;
}

const text = (detail: string, nextStep: string | null = null): CheckText => ({ detail, nextStep });

const WIDER_KEY = 'an API key with the scope read_only or read_write.';
const MEANWHILE = 'Until then, alerts are shown in the tray and the panel.';

/** The next step in the command line: Node uses neither the proxy nor the certificates of this computer by itself. */
export function nodeAction(problem: Problem): string | null {
  if (problem.kind === 'tls')
    return "Check the service URL, this computer's date, and whether this network requires a login. For company certificates, set NODE_USE_SYSTEM_CA=1, or NODE_EXTRA_CA_CERTS to their file.";
  if (problem.kind === 'proxy' && problem.needsLogin)
    return 'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example.com:3128.';
  return null;
}

/** The texts of the checks, apart from problems and keychain errors. */
export const messages = {
  notHere: text('Not checked here.', 'Open Diagnostics in the app.'),
  noAccount: text('No account is signed in.', 'Sign in, in the app or with gpu-tray login.'),
  notReached: text('Not checked: the service was not reached.'),
  keychain: {
    available: text('Available.'),
    waiting: text('Waiting for your keychain.', 'Unlock it in the dialog that it shows.'),
  },
  network: {
    offline: text('This computer is offline.', 'Connect to a network.'),
    connected: {
      none: text('Connected, without a proxy.'),
      used: text('Connected through a proxy.'),
      ignored: text('Connected, without the proxy that is set.'),
      unknown: text('Connected.'),
    },
    proxyIgnored: text(
      'A proxy is set, but the command line does not use it.',
      'Set NODE_USE_ENV_PROXY=1 and try again.',
    ),
    proxyBlocks: text(
      'Connected through a proxy, but a service was not reached.',
      'Check that the proxy allows the service, or change the proxy in your network settings.',
    ),
  },
  service: { responded: (ms: number) => text(`Responded in ${ms} ms.`) },
  certificate: {
    verified: text('Verified.'),
    none: text('None: the service is on this computer.'),
  },
  clock: {
    correct: text("Matches the service's clock."),
    wrong: (duration: string, isAhead: boolean) =>
      text(
        `${duration} ${isAhead ? 'ahead of' : 'behind'} the service's clock.`,
        'Turn on automatic time in the date settings of this computer. Until then, run times and costs are inexact.',
      ),
    unknown: text('Not checked: the service did not report its time.'),
  },
  scopes: {
    unread: text('Not checked yet.'),
    all: text('Can read VMs and spend.'),
    spendOnly: text('Can read spend, but not VMs.', `To see VMs, use ${WIDER_KEY}`),
    vmsOnly: text('Can read VMs, but not spend.', `To see rates and costs, use ${WIDER_KEY}`),
    nothing: text('Can read neither VMs nor spend.', `Use ${WIDER_KEY}`),
  },
  ssh: {
    missing: text('OpenSSH was not found.', 'Install it.'),
    unusable: (message: string) =>
      text(message, 'Change the folder, then run gpu-tray doctor again.'),
    include: {
      active: text('Short names are on.'),
      absent: text('Installed. Short names are off.'),
      notFirst: text(
        'Short names are set up, but lines above them in your SSH config override them or limit them to some hosts.',
        'Move the Include of GPU Tray to the top of your SSH config.',
      ),
      unknown: text(
        'Your SSH config could not be read.',
        'Check the permissions of ~/.ssh and the config file in it.',
      ),
    },
    unseen: text(
      'Short names are on, but ssh does not find them.',
      'Check that no option or other file replaces ~/.ssh/config, then turn short names off and on again.',
    ),
  },
  tray: {
    shown: text('Shown.'),
    hidden: text(
      'This desktop shows no tray icons.',
      'In GNOME, turn on the AppIndicator extension. Until then, launch GPU Tray again to open the panel.',
    ),
  },
  notifications: {
    supported: text('Supported by this desktop.'),
    failed: text(
      'The desktop did not show the last notification.',
      `Allow notifications of GPU Tray in your system settings. ${MEANWHILE}`,
    ),
    unsupported: text(
      'This desktop shows no notifications.',
      `Start a notification service. ${MEANWHILE}`,
    ),
  },
  autostart: {
    on: text('On.'),
    off: text('Off.'),
    notInstalled: text('Only an installed GPU Tray can start at login.'),
    turnedOff: text(
      "On in Settings, but turned off in your desktop's list of startup apps.",
      'Turn it on in that list, or off in Settings.',
    ),
    turnedOn: text(
      "Off in Settings, but on in your desktop's list of startup apps.",
      'Turn it off in that list, or on in Settings.',
    ),
  },
  updates: {
    build: text(
      'This installation does not check for updates.',
      'Install a newer version over this one.',
    ),
    policy: text(
      'A policy file on this computer turns updates off.',
      'Ask its administrator for the newer version.',
    ),
    none: text('No newer version is known.'),
    ready: (version: string) => text(`Version ${version} is ready.`, 'Install it in About.'),
    unreachable: text('The last check failed.', 'Check your network, then try again in About.'),
    unverified: text(
      'The last download could not be verified and was deleted.',
      'Try again in About, or install the newer version yourself.',
    ),
  },
} as const;
