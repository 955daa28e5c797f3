import type { VmLogin } from '../../shared/domain/vm.ts';
import {
  EMPTY_LOGIN,
  isSet,
  type LoginScope,
  type SshLogin,
  type SshLogins,
  type VmRef,
  vmKey,
} from '../../shared/ssh/ssh-state.ts';
import type { Settings } from '../settings/index.ts';
import { keyOf } from './host.ts';

type StoredLogin = Pick<Settings['ssh'], keyof SshLogin>;

function loginOf({ user, port, identityFile = null }: StoredLogin): SshLogin {
  return { user, port, identityFile };
}

export function sshLoginsOf({ ssh, accounts }: Settings): SshLogins {
  return {
    all: loginOf(ssh),
    accounts: Object.fromEntries(
      accounts.flatMap((account) => (account.ssh ? [[account.id, loginOf(account.ssh)]] : [])),
    ),
    vms: Object.fromEntries(
      Object.entries(ssh.vms ?? {}).map(([key, login]) => [key, loginOf(login)]),
    ),
  };
}

/** The settings with changed fields of a login. An empty login of an account or a VM is removed. */
export function withSshLogin(
  settings: Settings,
  scope: LoginScope,
  change: Partial<SshLogin>,
): Settings {
  switch (scope.kind) {
    case 'all':
      return { ...settings, ssh: { ...settings.ssh, ...change } };
    case 'account': {
      const accounts = settings.accounts.map((account) => {
        if (account.id !== scope.accountId) return account;
        const login = { ...loginOf(account.ssh ?? EMPTY_LOGIN), ...change };
        return { ...account, ssh: isSet(login) ? login : undefined };
      });
      return { ...settings, accounts };
    }
    case 'vm': {
      const key = keyOf(scope);
      const { [key]: before = EMPTY_LOGIN, ...others } = settings.ssh.vms ?? {};
      const login = { ...before, ...change };
      const vms = isSet(loginOf(login)) ? { ...others, [key]: login } : others;
      return { ...settings, ssh: { ...settings.ssh, vms } };
    }
  }
}

/**
 * The login of one VM: each field falls back from the VM to its account to all VMs. Of the provider's login, the port always counts,
 * and the user name where the user set none. The user name at a proxy selects the VM, so that only one set for this VM replaces it.
 */
export function sshLoginFor(
  logins: SshLogins,
  { accountId, vmId }: VmRef,
  provided: VmLogin | null = null,
): SshLogin {
  const vm = logins.vms[vmKey(accountId, vmId)] ?? EMPTY_LOGIN;
  const account = logins.accounts[accountId] ?? EMPTY_LOGIN;
  const { all } = logins;
  const shared = account.user ?? all.user;
  const named = provided?.user ?? null;
  return {
    user: vm.user ?? (provided?.isShellOnly ? named : (shared ?? named)),
    port: provided?.port ?? vm.port ?? account.port ?? all.port,
    identityFile: vm.identityFile ?? account.identityFile ?? all.identityFile,
  };
}
