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
import type { VmLogin } from '../../shared/ssh/ssh-state.ts';
import { type AppState, allVms } from '../../shared/state/index.ts';
import { storedHosts } from './host-files.ts';

/** The login of a VM, also of one not yet in our files; undefined: the VM is gone, and the address may belong to another. */
type LoginOf = (account: Pick<AppAccount, 'id' | 'baseUrl'>, vm: Vm) => VmLogin | undefined;

/** The command is by alias where the SSH config includes ours and the address is current, else by address. */
export async function readLogins(ssh: Ssh, settings: Settings, shell: Shell): Promise<LoginOf> {
  const logins = sshLoginsOf(settings);
  const hosts = new Map((await storedHosts(ssh)).map((host) => [keyOf(host), host]));
  // Short names are those of stored hosts. Asking for them starts ssh, a fifth of the time of a `status`.
  const setup = hosts.size > 0 ? await ssh.setup() : ssh.setupFor(false);
  return (account, vm) => {
    const [seen] = sshVmsOf([{ ...account, vms: [vm] }], logins);
    if (seen === undefined) return undefined;
    const stored = hosts.get(keyOf(seen));
    const isNamed = setup.isIncluded && stored && isCurrent(stored, vm, seen.address);
    const byAlias = isNamed ? loginCommand(stored, setup) : null;
    const command = byAlias ?? loginCommand({ ...seen, alias: null }, setup);
    return {
      alias: byAlias === null ? null : (stored?.alias ?? null),
      command: mayAnswerLogin(vm) ? commandLine(shell, command) : null,
      hasAddress: seen.address !== null,
      reach: null,
    };
  };
}

/** The state with the logins and auto-stops of this computer's files, as the app has them. */
export async function withUserFiles(
  app: AppState,
  files: { readonly ssh: Ssh; readonly settings: Settings; readonly shell: Shell },
  readiness: ReadonlyMap<string, boolean>,
): Promise<AppState> {
  const { ssh, settings, shell } = files;
  const loginOf = await readLogins(ssh, settings, shell);
  const vmSshAccess: Record<string, VmLogin> = {};
  const autoStops: Record<string, ShownAutoStop> = {};
  for (const { key, account, vm, ...ref } of allVms(app)) {
    const login = loginOf(account, vm);
    if (login === undefined) continue;
    const isReady = readiness.get(key);
    const reach = isReady === undefined ? null : isReady ? 'ready' : 'waiting';
    vmSshAccess[key] = { ...login, reach };
    const found = shownAutoStop(storedStop(settings, ref), { can: account.can });
    if (found === undefined) continue;
    autoStops[key] = isDefaultReminder(found, vm, account)
      ? { ...found, kind: 'reminder', armed: undefined }
      : found;
  }
  return { ...app, vmSshAccess, autoStops };
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
