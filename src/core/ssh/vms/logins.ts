import {
  type LoginScope,
  type SshLogin,
  type SshLogins,
  vmKey,
} from '../../../shared/app/index.ts';
import type { Template } from '../../../shared/domain/index.ts';
import type { Settings } from '../../settings/index.ts';

type StoredLogin = Pick<SshLogin, 'user' | 'port'> & {
  readonly [Name in 'identityFile' | 'options']?: SshLogin[Name] | undefined;
};

function loginOf(stored: StoredLogin): SshLogin {
  const { user, port, identityFile = null, options = [] } = stored;
  return { user, port, identityFile, options };
}

/** The logins as the user set them. */
export function sshLoginsOf({ ssh, accounts }: Settings): SshLogins {
  const { templates = {} } = ssh;
  return {
    all: loginOf(ssh),
    accounts: Object.fromEntries(
      accounts.flatMap((account) => (account.ssh ? [[account.id, loginOf(account.ssh)]] : [])),
    ),
    templates: Object.fromEntries(
      Object.entries(templates).map(([template, login]) => [template, loginOf(login)]),
    ),
  };
}

function isOpen({ user, port, identityFile, options }: SshLogin): boolean {
  return user === null && port === null && identityFile === null && options.length === 0;
}

/** The settings with a changed login, everything else as it was. One that says nothing is not kept. */
export function withSshLogin(settings: Settings, scope: LoginScope, login: SshLogin): Settings {
  const options = [...login.options];
  const stored = { ...login, options };
  switch (scope.kind) {
    case 'all':
      return { ...settings, ssh: { ...settings.ssh, ...stored } };
    case 'account': {
      const ssh = isOpen(login) ? undefined : stored;
      const accounts = settings.accounts.map((account) =>
        account.id === scope.accountId ? { ...account, ssh } : account,
      );
      return { ...settings, accounts };
    }
    case 'template': {
      const { [String(scope.template)]: _, ...others } = settings.ssh.templates ?? {};
      const templates = isOpen(login) ? others : { ...others, [scope.template]: stored };
      return { ...settings, ssh: { ...settings.ssh, templates } };
    }
  }
}

/** The login for one VM: its template's, then its account's, then everybody's. Options add up; ssh takes the first. */
export function sshLoginFor(
  logins: SshLogins,
  accountId: string,
  template: Template | null,
): SshLogin {
  const known = (login: SshLogin | undefined) => (login === undefined ? [] : [login]);
  const layers = [
    ...known(template === null ? undefined : logins.templates[String(template)]),
    ...known(logins.accounts[accountId]),
    logins.all,
  ];
  const first = <Name extends 'user' | 'port' | 'identityFile'>(name: Name) =>
    layers.find((login) => login[name] !== null)?.[name] ?? null;
  return {
    user: first('user'),
    port: first('port'),
    identityFile: first('identityFile'),
    options: layers.flatMap(({ options }) => options),
  };
}

/** What the VMs were made from, by their `vmKey`, as the user told. Ids are the service's: none is looked up in an object. */
export type VmTemplates = ReadonlyMap<string, Template>;

/** As the user told; an entry that could not be read counts as not told. */
export function vmTemplatesOf({ ssh }: Settings): VmTemplates {
  const told = Object.entries(ssh.vmTemplates ?? {});
  return new Map(told.flatMap(([key, template]) => (template === null ? [] : [[key, template]])));
}

/** The settings with what a VM was made from. @param template null: not told any more */
export function withVmTemplate(
  settings: Settings,
  accountId: string,
  vmId: string,
  template: Template | null,
): Settings {
  const key = vmKey(accountId, vmId);
  const { [key]: _, ...others } = settings.ssh.vmTemplates ?? {};
  const vmTemplates = template === null ? others : { ...others, [key]: template };
  return { ...settings, ssh: { ...settings.ssh, vmTemplates } };
}
