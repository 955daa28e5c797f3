import { useState } from 'react';
import type { LoginScope, SshLogin } from '../../../../shared/app/index.ts';
import { bridge } from '../../../bridge.ts';
import { RefusalText, TextArea } from '../../../ui/index.ts';
import { TextSetting } from '../text-setting.tsx';
import {
  AWAITED_HINT,
  type ChangeOutcome,
  useSettingChange,
  useTypedText,
} from '../use-setting-change.ts';
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
  readonly isAwaited: boolean;
  readonly onChange: (options: string[]) => Promise<ChangeOutcome>;
}

function Options({ options, isAwaited, onChange }: OptionsProps) {
  const known = options.join('\n');
  const [seen, setSeen] = useState(known);
  const [text, setText] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  if (seen !== known) {
    setSeen(known);
    setText(known);
  }
  const { typed, send } = useTypedText((lines) => onChange(parseSshOptions(lines)));
  const change = (changed: string) => {
    typed();
    setText(changed);
  };
  const commit = (committed: string) => {
    const found = checkSshOptions(committed);
    setProblem(found);
    const next = parseSshOptions(committed).join('\n');
    if (found === null && next !== known) void send(next);
  };
  return (
    <TextArea
      hint={isAwaited ? AWAITED_HINT : 'One per line, as in ssh_config(5).'}
      label="Further options"
      name="sshOptions"
      onChange={change}
      onCommit={commit}
      placeholder="ServerAliveInterval 30"
      problem={problem}
      value={text}
    />
  );
}

/** How to log in to the VMs of one scope. */
export function LoginForm({ scope, login }: LoginFormProps) {
  const { refusal, isAwaited, send } = useSettingChange();
  const change = (part: Partial<SshLogin>) => {
    const next = { ...login, ...part };
    return send(bridge.changeLogin({ scope, login: { ...next, options: [...next.options] } }));
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
      <Options
        isAwaited={isAwaited}
        onChange={(options) => change({ options })}
        options={login.options}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
