import { vmKey } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { EMPTY_LOGIN, isSet, LoginForm } from '../settings/ssh-login.tsx';

interface VmLoginProps {
  readonly accountId: string;
  readonly vmId: string;
}

/** The SSH login of this VM alone. */
export function VmLogin({ accountId, vmId }: VmLoginProps) {
  const login = useApp(({ ssh }) => ssh.logins.vms[vmKey(accountId, vmId)]) ?? EMPTY_LOGIN;
  const scope = { kind: 'vm', accountId, vmId } as const;
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer font-medium text-accent">
        Login for this VM{isSet(login) && ' (set)'}
      </summary>
      <div className="grid gap-2 pt-2">
        <p className="text-quiet text-small">Empty fields use the login from Settings.</p>
        <LoginForm login={login} scope={scope} />
      </div>
    </details>
  );
}
