import type { Preferences, Shell } from '../../../shared/settings/preferences.ts';
import { describePattern } from '../../../shared/ssh/shell-only.ts';
import type { FoundProgram, IncludeState } from '../../../shared/ssh/ssh-state.ts';

function refreshInterval(seconds: number): string {
  if (seconds < 60) return `Every ${seconds} s`;
  return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`;
}

function editors(found: readonly FoundProgram[]): string {
  return found.length === 0
    ? 'No supported editor found.'
    : `Found: ${found.map(({ name }) => name).join(', ')}.`;
}

export const messages = {
  title: 'Settings',
  ssh: 'SSH',
  confirmHint: 'Confirm in the open dialog.',
  accounts: 'Accounts',
  names: {
    title: 'Short SSH names',
    states: {
      active: 'Short names are on. Use them with ssh in any terminal.',
      absent:
        'Short names are off. Turn them on to log in by name in any terminal and to open VMs in editors.',
      unknown: 'ssh reports an error in your SSH config. Run ssh -G localhost to see it.',
    } satisfies Record<IncludeState, string>,
    setUp: 'Set up short SSH names…',
    remove: 'Turn off short SSH names',
    willAdd: (lines: number) => `GPU Tray will add ${lines} lines at the top of your SSH config,`,
    paste: (obstacle: string) =>
      `${obstacle} Paste these lines at the top of your SSH config, or of a file that it includes first,`,
    linkTo: 'a link to',
    keptFile:
      'The rest of the file is unchanged. GPU Tray keeps a backup. You can undo this in Settings at any time.',
    pattern: describePattern,
    otherPrefix: (prefix: string) => `Use ${prefix}- instead`,
    prefix: 'Short names start with',
    prefixExample: (prefix: string) => `Such as ssh ${prefix}-scratch.`,
    badPrefix: 'Use lower-case letters and digits, at most 16 characters.',
    add: 'Add these lines',
    cancel: 'Not now',
    lines: 'Lines',
    linesHint: 'Selected on focus, ready to copy.',
    recheck: 'Check again',
  },
  login: {
    title: 'SSH login',
    scope: 'Login for',
    all: 'All VMs',
    account: (label: string) => `Account ${label}`,
    notes: {
      all: 'Empty fields use your SSH config.',
      account: 'Empty fields use the login for all VMs.',
    },
    moreHint: (prefix: string) =>
      `Further options: add them under Host ${prefix}-* in your SSH config. To set the login of one VM, open its details.`,
    user: 'User',
    userPlaceholder: 'SSH default',
    port: 'Port',
    identityFile: 'Key file',
    badUser: 'Use letters, digits, dots, dashes and underscores, at most 32 characters.',
    badPort: 'Enter a port from 1 to 65535.',
    badKeyFile:
      'Enter a path such as ~/.ssh/id_ed25519, without quotes, variables or invisible characters.',
  },
  programs: {
    title: 'Terminal and editors',
    terminal: 'Terminal',
    automatic: (name: string | undefined) => `Automatic (${name ?? 'none found'})`,
    custom: 'Custom command',
    missing: (id: string) => `${id} (not found)`,
    command: 'Terminal command',
    commandHint: 'Runs without a shell. {command} is replaced by ssh and its arguments.',
    badCommand: 'Start with the terminal program, and include {command} exactly once.',
    shell: 'Copy commands for',
    shells: {
      powershell: 'PowerShell',
      cmd: 'Command Prompt',
    } satisfies Record<Shell, string>,
    folder: 'Folder for editors',
    folderHint: (found: readonly FoundProgram[]) =>
      `The folder that editors open on a VM. ${editors(found)}`,
    folderPlaceholder: 'home folder',
    badFolder: 'Start with / or ~, such as ~/project. Quotes are not allowed.',
  },
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    themes: {
      system: 'System',
      light: 'Light',
      dark: 'Dark',
    } satisfies Record<Preferences['theme'], string>,
    hideAmounts: 'Hide amounts',
    hideAmountsHint: 'Replaces amounts with dots. For screen sharing.',
  },
  shortcut: {
    label: 'Global shortcut',
    hint: 'Opens and closes the panel from any program. Press Ctrl, Alt or Super with a letter, digit or function key.',
    waylandHint:
      'Opens and closes the panel from any program, if your desktop allows it. Press Ctrl, Alt or Super with a letter, digit or function key, then try it.',
    off: 'Off',
    onMac: (accelerator: string) => accelerator.replace('Super', 'Cmd').replace('Alt', 'Option'),
    turnOff: 'Turn off the global shortcut',
  },
  general: {
    title: 'General',
    refresh: 'Refresh',
    refreshInterval,
    refreshHint:
      'Faster while a VM is changing or this panel is open, within the limits of the provider.',
    autostart: 'Start when I log in',
    checkForUpdates: 'Check for updates',
    checkForUpdatesHint: 'Once a day. See About.',
    keys: 'Keyboard shortcuts',
    about: 'About',
    quit: 'Quit GPU Tray',
  },
} as const;
