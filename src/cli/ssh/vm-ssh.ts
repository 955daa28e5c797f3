import { type Settings, storedStop } from '../../core/settings/index.ts';
import {
  answersSsh,
  commandLine,
  DEFAULT_PORT,
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
import { shownAutoStop } from '../../shared/auto-stop/vm-timer-view.ts';
import { mayAnswerLogin, type Vm } from '../../shared/domain/vm.ts';
import { type AppState, allVms } from '../../shared/state/index.ts';
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
    const found = shownAutoStop(storedStop(settings, seen), { can: account.can });
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

/** More at once would look like a port scan. */
const MAX_PROBES = 50;
/** A person waits for the table, ms. */
const TIMEOUT_MS = 1_000;

type Ports = Parameters<typeof answersSsh>[2];

/** Whether SSH answers; null without a valid address, or where a proxy would answer for it. */
export async function answersLogin(
  account: Pick<AppAccount, 'id' | 'baseUrl'>,
  vm: Vm,
  settings: Settings,
  ports: Ports,
): Promise<boolean | null> {
  const [seen] = sshVmsOf([{ ...account, vms: [vm] }], sshLoginsOf(settings));
  if (seen === undefined || seen.address === null || seen.isShellOnly) return null;
  return answersSsh(seen.address, seen.login.port ?? DEFAULT_PORT, ports);
}

/** Whether the running VMs accept logins, by `vmKey`. A VM that accepted a login is not asked again until its stop. */
export function createReadiness(settings: Settings, ports: Omit<Ports, 'timeoutMs'>) {
  let known: ReadonlyMap<string, boolean> = new Map();
  return async (app: AppState): Promise<typeof known> => {
    const running = allVms(app).filter(({ vm }) => vm.phase === 'running');
    const answers = running.slice(0, MAX_PROBES).map(async ({ key, account, vm }) => {
      const isReady =
        known.get(key) === true ||
        (await answersLogin(account, vm, settings, { ...ports, timeoutMs: TIMEOUT_MS }));
      return isReady === null ? [] : [[key, isReady] as const];
    });
    known = new Map((await Promise.all(answers)).flat());
    return known;
  };
}
