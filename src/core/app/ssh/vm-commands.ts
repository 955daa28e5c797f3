import type { AppState, Copyable } from '../../../shared/app/index.ts';
import {
  type Command,
  quoteFor,
  type Shell,
  type SshHost,
  type SshSetup,
  scpArguments,
  sshArguments,
  tunnelArguments,
  Unquotable,
} from '../../ssh/index.ts';
import { refuse } from '../refusal-error.ts';

/** What stands for the user's own file in a copied scp command. */
const THEIR_FILE = { direction: 'upload', localPath: 'FILE', remotePath: '' } as const;

function noAddress(): never {
  return refuse(
    'noAddress',
    'This VM has no address that can be connected to.',
    'Refresh in a moment; if it stays so, ask the service.',
  );
}

/** @param ssh the program, by its full path where it is to be started rather than copied */
export function loginCommand(host: SshHost, setup: SshSetup, ssh = 'ssh'): Command {
  return [ssh, ...(sshArguments(host, setup) ?? noAddress())];
}

type CopyableCommand = Exclude<Copyable, 'address'>;

function commandOf(what: CopyableCommand, host: SshHost, setup: SshSetup): Command {
  switch (what) {
    case 'ssh':
      return loginCommand(host, setup);
    case 'scp':
      return ['scp', ...(scpArguments(host, setup, THEIR_FILE) ?? noAddress())];
    case 'tunnel':
      return ['ssh', ...(tunnelArguments(host, setup) ?? noAddress())];
  }
}

function shellOf({ surroundings, preferences }: AppState): Shell {
  return surroundings.platform === 'win32' ? preferences.shell : 'posix';
}

/** What lands on the clipboard; nothing of the service gets there that is not an address. Rejects by a refusal. */
export function copiedCommand(
  what: CopyableCommand,
  host: SshHost,
  setup: SshSetup,
  state: AppState,
): string {
  return quotedCommand(commandOf(what, host, setup), state);
}

/** A command as one line for the shell that the user pastes into. Rejects by a refusal. */
export function quotedCommand(command: Command, state: AppState): string {
  try {
    return quoteFor(shellOf(state), command);
  } catch (error) {
    if (error instanceof Unquotable)
      return refuse('unquotable', error.message, 'Change the SSH login in Settings.');
    throw error;
  }
}
