import { type FoundProgram, usesVmName } from '../../../shared/ssh/ssh-state.ts';
import { launchEnvironment } from '../../run-with-timeout.ts';
import {
  customTerminal,
  EDITORS,
  editorAddress,
  findTerminals,
  type LaunchPorts,
  openFirstTerminal,
  parseTerminalCommand,
  type Ssh,
  type SshHost,
  sshArguments,
  systemTerminalSearch,
  type Terminal,
} from '../../ssh/index.ts';
import type { DesktopPorts } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';

export interface LauncherPorts extends Omit<LaunchPorts, 'home'> {
  readonly ssh: Ssh;
  readonly store: Pick<StateStore, 'get'>;
  readonly desktop: Pick<DesktopPorts, 'editors'>;
}

const IN_SETTINGS = 'Choose another terminal in Settings, or copy the command.';

/** @throws RefusalError always. @param host as the provider reports it @param service as in `serviceName` */
export function noAddress(host: string | null, service = 'The service'): never {
  return refuse(
    'noAddress',
    host === null ? 'This VM has no address yet.' : `${service} reported an invalid SSH host.`,
    'Refresh in a moment. If this persists, contact the provider.',
  );
}

export type Launcher = ReturnType<typeof createLauncher>;

/** `find` searches for terminals and editors on each call, since they may be installed while the app runs. */
export function createLauncher(ports: LauncherPorts) {
  const { ssh, store, env } = ports;
  const { editors } = ports.desktop;
  const { home } = ssh.places;
  const { platform } = store.get().environment;
  // An AppImage puts its own folder first on PATH.
  const search = systemTerminalSearch(platform, launchEnvironment(env), home);

  function chosen(): readonly Terminal[] {
    const { terminal, terminalCommand } = store.get().preferences;
    if (terminal === 'own') {
      const command = parseTerminalCommand(terminalCommand ?? '');
      if (typeof command !== 'string') return [customTerminal(command)];
      return refuse('terminal', command, 'Correct the terminal command in Settings.');
    }
    const found = findTerminals(search);
    const wanted = found.filter(({ id }) => id === terminal);
    return wanted.length > 0 ? wanted : found;
  }

  return {
    async find() {
      const named = ({ id, name }: FoundProgram): FoundProgram => ({ id, name });
      const isInstalled = await Promise.all(EDITORS.map(({ id }) => editors.isInstalled(id)));
      const found = EDITORS.filter((_, index) => isInstalled[index]);
      return { terminals: findTerminals(search).map(named), editors: found.map(named) };
    },
    async openTerminal(host: SshHost): Promise<void> {
      const program = ssh.program();
      if (program === null)
        return refuse('noSsh', 'ssh is not installed on this computer.', 'Install OpenSSH.');
      const args = sshArguments(host, await ssh.setup()) ?? noAddress(host.address);
      const command = [program, ...args] as const;
      const opened = await openFirstTerminal(chosen(), command, { ...ports, home });
      if (opened === null)
        return refuse(
          'noTerminal',
          'No terminal found on this computer.',
          'Set a terminal command in Settings, or copy the command.',
        );
      if (opened.state !== 'opened') refuse('terminal', opened.problem, IN_SETTINGS);
    },
    async openEditor(editorId: string, host: SshHost): Promise<void> {
      const editor = EDITORS.find(({ id }) => id === editorId);
      if (editor === undefined) return refuse('noEditor', 'Unknown editor.', 'Choose another one.');
      const { isIncluded, configArguments } = await ssh.setup();
      const usesNames = usesVmName(editor.id);
      // The editor starts ssh itself, which ignores $HOME.
      if (usesNames && configArguments.length > 0)
        return refuse(
          'otherHome',
          `${editor.name} cannot use the short name: $HOME is not the home folder of this account.`,
          'Copy the SSH command instead.',
        );
      if (usesNames && !isIncluded)
        return refuse(
          'notIncluded',
          `${editor.name} needs the short name ${host.alias}, and short SSH names are off.`,
          'Turn on short SSH names in Settings.',
        );
      const folder = store.get().preferences.remoteFolder ?? '~';
      const address = editorAddress(editor.id, host, folder);
      if (typeof address === 'string')
        return refuse('editor', address, 'Change the folder for editors in Settings.');
      await editors.open(address.url).catch(() => {
        refuse('editor', `Failed to open ${editor.name}.`, 'Start it once, then try again.');
      });
    },
  };
}
