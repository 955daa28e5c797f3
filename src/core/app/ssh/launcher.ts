import { type FoundProgram, type Preferences, usesVmName } from '../../../shared/app/index.ts';
import type { Clock } from '../../clock.ts';
import { launchEnvironment } from '../../run-with-timeout.ts';
import {
  customTerminal,
  EDITORS,
  type Editor,
  editorAddress,
  findTerminals,
  launchProblem,
  openFirstTerminal,
  parseTerminalCommand,
  type Ssh,
  type SshHost,
  systemTerminalSearch,
  type Terminal,
} from '../../ssh/index.ts';
import type { DesktopPorts } from '../application.ts';
import { refuse } from '../refusal-error.ts';
import { loginCommand } from './vm-commands.ts';

/** Opens what people log in with: a terminal or an editor. Rejects by a refusal that says why it did not. */
export interface Launcher {
  /** What there is on this computer now. */
  find(): Promise<{
    readonly terminals: readonly FoundProgram[];
    readonly editors: readonly FoundProgram[];
  }>;
  openTerminal(host: SshHost): Promise<void>;
  openEditor(editorId: string, host: SshHost): Promise<void>;
}

/** What there is to start, and how the user wants it started. */
export interface LauncherPorts {
  readonly ssh: Ssh;
  readonly desktop: Pick<DesktopPorts, 'openEditor' | 'hasHandler'>;
  readonly preferences: () => Preferences;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Where a short-lived file may be put. */
  readonly temporaryFolder: string;
  readonly clock: Clock;
}

const IN_SETTINGS = 'Choose another terminal in Settings, or copy the command.';

/** Looks for terminals and editors anew each time, since they come and go while the app runs. */
export function createLauncher(ports: LauncherPorts): Launcher {
  const { ssh, desktop, env, clock, temporaryFolder } = ports;
  const { home } = ssh.places;
  // An AppImage is at the head of PATH.
  const search = systemTerminalSearch(ports.platform, launchEnvironment(env), home);

  /** Those to try, the first that can be started counts. */
  function chosen(): readonly Terminal[] {
    const { terminal, terminalCommand } = ports.preferences();
    if (terminal === 'own') {
      const command = parseTerminalCommand(terminalCommand ?? '');
      if (command.state === 'valid') return [customTerminal(command.argv)];
      return refuse('terminal', command.reason, 'Correct the terminal command in Settings.');
    }
    const found = findTerminals(search);
    const wanted = found.filter(({ id }) => id === terminal);
    return wanted.length > 0 ? wanted : found;
  }

  async function editorsThere(): Promise<readonly Editor[]> {
    const hasHandler = await Promise.all(EDITORS.map(({ id }) => desktop.hasHandler(id)));
    return EDITORS.filter((_, index) => hasHandler[index]);
  }

  return {
    async find() {
      const named = ({ id, name }: FoundProgram): FoundProgram => ({ id, name });
      return {
        terminals: findTerminals(search).map(named),
        editors: (await editorsThere()).map(named),
      };
    },
    async openTerminal(host) {
      const program = ssh.tools.ssh;
      if (program === null)
        return refuse('noSsh', 'There is no ssh on this computer.', 'Install OpenSSH.');
      const command = loginCommand(host, ssh.setup(), program);
      const opened = await openFirstTerminal(chosen(), command, {
        ...{ env, home, temporaryFolder, clock },
      });
      if (opened === null)
        return refuse(
          'noTerminal',
          'No terminal was found on this computer.',
          'Give your own terminal command in Settings, or copy the command.',
        );
      const { terminal, outcome } = opened;
      const problem = launchProblem(terminal.name, outcome);
      if (problem !== null) refuse('terminal', problem, IN_SETTINGS);
    },
    async openEditor(editorId, host) {
      const editor = EDITORS.find(({ id }) => id === editorId);
      if (editor === undefined)
        return refuse('noEditor', 'GPU Tray does not know this editor.', 'Choose another one.');
      // By its address alone, an editor would ask about the host key.
      const { isIncluded, configArguments } = ssh.setup();
      const usesNames = usesVmName(editor.id);
      // Its own ssh reads the configuration of the account's home, wherever $HOME is.
      if (usesNames && configArguments.length > 0)
        return refuse(
          'otherHome',
          `${editor.name} would not find the name: $HOME is not the home folder of this account.`,
          'Copy the SSH command instead.',
        );
      if (usesNames && !isIncluded)
        return refuse(
          'notIncluded',
          `${editor.name} logs in by the name ${host.alias}, which ssh does not know yet.`,
          'Let ssh know the names first, under SSH in Settings.',
        );
      const { user, port } = host.login;
      const target = { alias: host.alias, address: host.address, user, port };
      const folder = ports.preferences().remoteFolder ?? '~';
      const address = editorAddress(editor.id, target, folder);
      if (address.state === 'refused')
        return refuse('editor', address.reason, 'Change the folder under SSH in Settings.');
      await desktop.openEditor(address.url).catch(() => {
        refuse('editor', `${editor.name} could not be opened.`, 'Start it once, then try again.');
      });
    },
  };
}
