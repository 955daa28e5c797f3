import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { printable } from '../../../shared/format/index.ts';
import {
  EMPTY_LOGIN,
  type LoginScope,
  type SshLogin,
  type SshLogins,
} from '../../../shared/ssh/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Choice, RefusalText, useRequest } from '../../ui/index.ts';
import { checkIdentityFile, checkSshPort, checkSshUser, parsePort } from '../settings/checks.ts';
import { messages } from '../settings/messages.ts';
import { TextSetting } from '../settings/text-setting.tsx';

const text = messages.login;

interface ScopedLogin {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly scope: LoginScope;
  readonly login: SshLogin;
}

export function isSet({ user, port, identityFile }: SshLogin): boolean {
  return user !== null || port !== null || identityFile !== null;
}

/** The login of all VMs, then the login of each account. */
function scopedLogins(
  logins: SshLogins,
  accounts: readonly AppAccount[],
): readonly [ScopedLogin, ...ScopedLogin[]] {
  const all = { key: 'all', name: text.all, note: text.notes.all, login: logins.all };
  return [
    { ...all, scope: { kind: 'all' } },
    ...accounts.map(({ id, label }) => ({
      key: `account:${id}`,
      name: text.account(printable(label)),
      note: text.notes.account,
      scope: { kind: 'account', accountId: id } as const,
      login: logins.accounts[id] ?? EMPTY_LOGIN,
    })),
  ];
}

export function LoginForm({ scope, login }: Pick<ScopedLogin, 'scope' | 'login'>) {
  const { refusal, ask } = useRequest();
  const change = (changed: Partial<SshLogin>) => ask(bridge.changeLogin({ scope, login: changed }));
  return (
    <>
      <TextSetting
        check={checkSshUser}
        label={text.user}
        name="sshUser"
        onChange={(typed) => change({ user: typed === '' ? null : typed })}
        placeholder={text.userPlaceholder}
        value={login.user ?? ''}
      />
      <TextSetting
        check={checkSshPort}
        label={text.port}
        name="sshPort"
        onChange={(typed) => change({ port: parsePort(typed) })}
        placeholder="22"
        value={login.port === null ? '' : String(login.port)}
      />
      <TextSetting
        check={checkIdentityFile}
        label={text.identityFile}
        name="identityFile"
        onChange={(typed) => change({ identityFile: typed === '' ? null : typed })}
        placeholder="~/.ssh/id_ed25519"
        value={login.identityFile ?? ''}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

/** The login of all VMs or of one account. The details of a VM have its own. */
export function LoginSettings() {
  const logins = useApp(({ ssh }) => ssh.logins);
  const accounts = useApp((app) => app.accounts);
  const [chosen, choose] = useState('all');
  const scoped = scopedLogins(logins, accounts);
  // The chosen account may have been signed out since.
  const { key, note, scope, login } = scoped.find((one) => one.key === chosen) ?? scoped[0];
  return (
    <>
      <Choice
        label={text.scope}
        onChange={choose}
        options={scoped.map((one) => ({
          value: one.key,
          label: isSet(one.login) ? text.isSet(one.name) : one.name,
        }))}
        value={key}
      />
      <p className="text-quiet text-small">{note}</p>
      <LoginForm key={key} login={login} scope={scope} />
      <p className="text-quiet text-small">{text.moreHint}</p>
    </>
  );
}
