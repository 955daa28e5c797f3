import type { SshLogin } from '../../../shared/app/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { RefusalText, useRequest } from '../../ui/index.ts';
import { checkSshPort, checkSshUser, parsePort } from './preference-checks.ts';
import { TextSetting } from './text-setting.tsx';

/** The service documents neither user nor port. */
export function SshSettings() {
  const login = useApp(({ ssh }) => ssh.logins.all);
  const { refusal, ask } = useRequest<void>();
  const change = (part: Partial<SshLogin>) => {
    const next = { ...login, ...part };
    const changed = { ...next, options: [...next.options] };
    void ask(bridge.changeLogin({ scope: { kind: 'all' }, login: changed }));
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3">
        <TextSetting
          check={checkSshUser}
          key={`user:${login.user}`}
          label="User"
          name="sshUser"
          onChange={(text) => change({ user: text === '' ? null : text })}
          placeholder="as ssh decides"
          value={login.user ?? ''}
        />
        <TextSetting
          check={checkSshPort}
          inputMode="numeric"
          key={`port:${login.port}`}
          label="Port"
          name="sshPort"
          onChange={(text) => change({ port: parsePort(text) })}
          placeholder="22"
          value={login.port === null ? '' : String(login.port)}
        />
      </div>
      <RefusalText refusal={refusal} />
    </>
  );
}
