import { type FormEvent, useState } from 'react';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { EMPTY_LOGIN, isSet } from '../../../shared/ssh/ssh-state.ts';
import { bridge, useApp, type VmOfAccount, type VmTarget } from '../../store.ts';
import { Button, CodeField, Field, RequestButton, useRequest } from '../../ui/index.ts';
import { LoginForm } from './ssh-login.tsx';

/** Begins with the port of Jupyter. */
export function PortForward({ accountId, vmId }: VmTarget) {
  const [isOpen, setIsOpen] = useState(false);
  const [port, setPort] = useState('8888');
  const { isBusy, isDone, refusal, ask, forget } = useRequest();
  if (!isOpen) return <Button label="Copy port forward…" onClick={() => setIsOpen(true)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(bridge.copyPortForward({ accountId, vmId, port: Number(port) }));
  };
  return (
    <form className="flex basis-full flex-wrap items-end gap-2" noValidate onSubmit={submit}>
      <Field
        isFocusedFirst
        label="Port to forward"
        name="forwardPort"
        onChange={setPort}
        onInput={forget}
        problem={refusal && `${refusal.message} ${refusal.action}`}
        value={port}
      />
      <Button isBusy={isBusy} type="submit" label="Copy port forward" />
      <span className="text-quiet text-small" role="status">
        {isDone && 'Copied'}
      </span>
    </form>
  );
}

export function VmLoginForm({ vm, target, vmKey }: VmOfAccount) {
  const login = useApp(({ ssh }) => ssh.logins.vms[vmKey]) ?? EMPTY_LOGIN;
  const port = vm.login?.port ?? null;
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer font-medium text-accent">
        Login for this VM{isSet(login) ? ' (set)' : ''}
      </summary>
      <div className="grid gap-2 pt-2">
        <p className="text-quiet text-small">
          Empty fields use the login from Settings.
          {port !== null && ` Its port is ${port}, set by the provider.`}
        </p>
        <LoginForm hasPort={port === null} login={login} scope={{ kind: 'vm', ...target }} />
      </div>
    </details>
  );
}

export function HostKey({ accountId, vmId }: VmTarget) {
  const [answer, setAnswer] = useState<RequestOutput<'checkHostKey'> | null>(null);
  const check = async () => {
    setAnswer(null);
    const checked = await bridge.checkHostKey({ accountId, vmId });
    setAnswer(checked.ok ? checked.value : null);
    return checked;
  };
  return (
    <div className="grid justify-items-start gap-2">
      <RequestButton busyLabel="Checking…" label="Check host key" request={check} tone="plain" />
      <p className="text-small select-text [overflow-wrap:anywhere] empty:hidden" role="status">
        {answer !== null && `${answer.what} ${answer.advice}`}
      </p>
      {answer?.command != null && (
        <CodeField
          hint="Run it once you have verified the new key."
          label="Command that removes the stored key"
          name="removalCommand"
          value={answer.command}
        />
      )}
    </div>
  );
}
