import type { Settings } from '../../core/settings/index.ts';
import {
  plainHost,
  quoteFor,
  type Shell,
  type Ssh,
  type SshHost,
  sshArguments,
  sshLoginsOf,
  sshVmsOf,
  Unquotable,
  vmTemplatesOf,
} from '../../core/ssh/index.ts';
import { rememberedHosts } from '../host-files.ts';
import type { SshCommandOf } from './status-json.ts';

/** Null where that shell cannot be given these words: one command that is missing must not cost all figures. */
function lineFor(shell: Shell, words: readonly string[]): string | null {
  try {
    return quoteFor(shell, ['ssh', ...words]);
  } catch (error) {
    if (error instanceof Unquotable) return null;
    throw error;
  }
}

/** Looks up the command for each VM: by its alias where ssh knows that, else by its address and all that belongs to it. */
export async function sshCommands(
  ssh: Ssh,
  settings: Settings,
  shell: Shell,
): Promise<SshCommandOf> {
  const wishes = { logins: sshLoginsOf(settings), templates: vmTemplatesOf(settings) };
  const key = ({ accountId, vmId }: Pick<SshHost, 'accountId' | 'vmId'>) => `${accountId} ${vmId}`;
  const hosts = new Map((await rememberedHosts(ssh)).map((host) => [key(host), host]));
  const setup = ssh.setup();
  return (account, vm) => {
    const [seen] = sshVmsOf([{ ...account, vms: [vm] }], wishes);
    // One that is destroyed is nobody's to log in to, whoever has its address by now.
    if (seen === undefined) return null;
    const known = hosts.get(key(seen));
    const isKnown = known !== undefined && known.address === seen.address;
    const host = isKnown ? known : plainHost(seen);
    const words = sshArguments(host, setup);
    return words === null ? null : lineFor(shell, words);
  };
}
