import { useState } from 'react';
import type { LoginScope, SshLogin } from '../../../../shared/app/index.ts';
import { bridge } from '../../../bridge.ts';
import { RefusalText, TextArea, useRequest } from '../../../ui/index.ts';
import { TextSetting } from '../text-setting.tsx';
import {
  checkIdentityFile,
  checkSshOptions,
  checkSshPort,
  checkSshUser,
  parsePort,
  parseSshOptions,
} from './login-checks.ts';

interface LoginFormProps {
  readonly scope: LoginScope;
  readonly login: SshLogin;
}

interface OptionsProps {
  readonly options: readonly string[];
  readonly onChange: (options: string[]) => void;
}

function Options({ options, onChange }: OptionsProps) {
  const known = options.join('\n');
  const [seen, setSeen] = useState(known);
  const [text, setText] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  if (seen !== known) {
    setSeen(known);
    setText(known);
  }
  const commit = (typed: string) => {
    const found = checkSshOptions(typed);
    setProblem(found);
    const next = parseSshOptions(typed);
    if (found === null && next.join('\n') !== known) onChange(next);
  };
  return (
    <TextArea
      hint="One per line, as in ssh_config(5)."
      label="Further options"
      name="sshOptions"
      onChange={setText}
      onCommit={commit}
      placeholder="ServerAliveInterval 30"
      problem={problem}
      value={text}
    />
  );
}

/** How to log in to the VMs of one scope. */
export function LoginForm({ scope, login }: LoginFormProps) {
  const { refusal, ask } = useRequest<void>();
  const change = (part: Partial<SshLogin>) => {
    const next = { ...login, ...part };
    void ask(bridge.changeLogin({ scope, login: { ...next, options: [...next.options] } }));
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3">
        <TextSetting
          check={checkSshUser}
          label="User"
          name="sshUser"
          onChange={(text) => change({ user: text === '' ? null : text })}
          placeholder="as ssh decides"
          value={login.user ?? ''}
        />
        <TextSetting
          check={checkSshPort}
          inputMode="numeric"
          label="Port"
          name="sshPort"
          onChange={(text) => change({ port: parsePort(text) })}
          placeholder="22"
          value={login.port === null ? '' : String(login.port)}
        />
      </div>
      <TextSetting
        check={checkIdentityFile}
        label="Key file"
        name="identityFile"
        onChange={(text) => change({ identityFile: text === '' ? null : text })}
        placeholder="~/.ssh/id_ed25519"
        value={login.identityFile ?? ''}
      />
      <Options onChange={(options) => change({ options })} options={login.options} />
      <RefusalText refusal={refusal} />
    </>
  );
}
