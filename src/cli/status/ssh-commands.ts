import type { Settings } from '../../core/settings/index.ts';
import {
  plainHost,
  quoteFor,
  type Shell,
  type Ssh,
  type SshHost,
  sshArguments,
  sshLoginsOf,
  sshVmOf,
  vmTemplatesOf,
} from '../../core/ssh/index.ts';
import type { SshCommandOf } from './status-json.ts';

/** Looks up the command for each VM: by its alias where ssh knows that, else by its address and all that belongs to it. */
export async function sshCommands(
  ssh: Ssh,
  settings: Settings,
  shell: Shell,
): Promise<SshCommandOf> {
  const wishes = { logins: sshLoginsOf(settings), templates: vmTemplatesOf(settings) };
  const key = ({ accountId, vmId }: Pick<SshHost, 'accountId' | 'vmId'>) => `${accountId} ${vmId}`;
  const hosts = new Map((await ssh.hosts.load()).map((host) => [key(host), host]));
  const setup = ssh.setup();
  return (account, vm) => {
    const seen = sshVmOf(account, vm, wishes);
    const known = hosts.get(key(seen));
    const isKnown = known !== undefined && known.address === seen.address;
    const host = isKnown ? known : plainHost(seen);
    const words = sshArguments(host, { ...setup, isIncluded: setup.isIncluded && isKnown });
    return words === null ? null : quoteFor(shell, ['ssh', ...words]);
  };
}
