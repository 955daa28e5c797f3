import type { Settings } from '../../core/settings/index.ts';
import {
  commandLine,
  isCurrent,
  keyOf,
  loginCommand,
  type Shell,
  type Ssh,
  sshLoginsOf,
  sshVmsOf,
} from '../../core/ssh/index.ts';
import type { AppAccount } from '../../shared/accounts/index.ts';
import type { ShownAutoStop } from '../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../shared/auto-stop/default-stop.ts';
import { mayAnswerLogin, type Vm } from '../../shared/domain/vm.ts';
import { storedAutoStop } from '../auto-stop/shown-auto-stop.ts';
import { storedHosts } from './host-files.ts';

export interface VmSsh {
  /** For `ssh <alias>` while it runs; null: short names are off, or the VM is not in the SSH files. */
  readonly alias: string | null;
  /** Null when the VM does not run or has no valid address, or the shell cannot express the command. */
  readonly command: string | null;
  readonly isReady?: boolean | undefined;
  readonly autoStop?: ShownAutoStop | undefined;
}

export type VmSshOf = (account: Pick<AppAccount, 'id' | 'baseUrl' | 'can'>, vm: Vm) => VmSsh;

export const NO_SSH: VmSsh = { alias: null, command: null };

/** The command is by alias where the SSH config includes ours and the address is current, else by address. */
export async function readVmSsh(
  ssh: Ssh,
  settings: Settings,
  shell: Shell,
  readiness: ReadonlyMap<string, boolean> = new Map(),
): Promise<VmSshOf> {
  const logins = sshLoginsOf(settings);
  const hosts = new Map((await storedHosts(ssh)).map((host) => [keyOf(host), host]));
  // Short names are those of stored hosts. Asking for them starts ssh, a fifth of the time of a `status`.
  const setup = hosts.size > 0 ? await ssh.setup() : ssh.setupFor(false);
  return (account, vm) => {
    const [seen] = sshVmsOf([{ ...account, vms: [vm] }], logins);
    // Destroyed: its address may belong to another VM by now.
    if (seen === undefined) return NO_SSH;
    const key = keyOf(seen);
    const found = storedAutoStop(settings, seen, { can: account.can });
    const isReminder = found !== undefined && isDefaultReminder(found, vm, account);
    const stored = hosts.get(key);
    const isUpToDate = stored !== undefined && isCurrent(stored, vm, seen.address);
    const byAlias = isUpToDate && setup.isIncluded ? loginCommand(stored, setup) : null;
    return {
      alias: byAlias === null ? null : (stored?.alias ?? null),
      isReady: readiness.get(key),
      autoStop: isReminder && found ? { ...found, kind: 'reminder', armed: undefined } : found,
      command: mayAnswerLogin(vm)
        ? commandLine(shell, byAlias ?? loginCommand({ ...seen, alias: null }, setup))
        : null,
    };
  };
}
