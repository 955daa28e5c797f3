import { useState } from 'react';
import { accountNames } from '../../../shared/accounts/index.ts';
import { EMPTY_LOGIN, type LoginScope, type SshLogin } from '../../../shared/ssh/ssh-state.ts';
import { bridge, useApp } from '../../store.ts';
import { Choice } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';

const ALL = 'all';

interface LoginFormProps {
  readonly scope: LoginScope;
  readonly login: SshLogin;
  /** False: the provider names the port. */
  readonly hasPort?: boolean;
}

export function LoginForm({ scope, login, hasPort = true }: LoginFormProps) {
  const change = (changed: Partial<SshLogin>) => bridge.changeLogin({ scope, login: changed });
  return (
    <>
      <TextSetting
        label="User"
        name="sshUser"
        onChange={(typed) => change({ user: typed || null })}
        placeholder="SSH default"
        unit={{}}
        value={login.user ?? ''}
      />
      {hasPort && (
        <TextSetting
          label="Port"
          name="sshPort"
          onChange={(typed) => change({ port: typed === '' ? null : Number(typed) })}
          placeholder="22"
          unit={{}}
          value={login.port === null ? '' : String(login.port)}
        />
      )}
      <TextSetting
        label="Key file"
        name="identityFile"
        onChange={(typed) => change({ identityFile: typed || null })}
        placeholder="~/.ssh/id_ed25519"
        value={login.identityFile ?? ''}
      />
    </>
  );
}

/** The login of all VMs or of one account. The details of a VM have its own. */
export function LoginSettings() {
  const { ssh, preferences, accounts } = useApp((app) => app);
  const { logins } = ssh;
  const [chosen, choose] = useState(ALL);
  // The chosen account may have been signed out since.
  const accountId = accounts.find(({ id }) => id === chosen)?.id ?? null;
  return (
    <>
      <Choice
        label="Login for"
        onChange={(scope) => choose(scope)}
        options={[
          { value: ALL, label: 'All VMs' },
          ...[...accountNames(accounts)].map(([id, { name }]) => ({
            value: id,
            label: `Account ${name}`,
          })),
        ]}
        value={accountId ?? ALL}
      />
      <p className="text-quiet text-small">
        Empty fields use {accountId === null ? 'your SSH config' : 'the login for all VMs'}.
      </p>
      <LoginForm
        key={accountId}
        login={accountId === null ? logins.all : (logins.accounts[accountId] ?? EMPTY_LOGIN)}
        scope={accountId === null ? { kind: 'all' } : { kind: 'account', accountId }}
      />
      <p className="text-quiet text-small">
        Further options: add them under Host {preferences.namePrefix}-* in your SSH config. To set
        the login of one VM, open its details.
      </p>
    </>
  );
}
