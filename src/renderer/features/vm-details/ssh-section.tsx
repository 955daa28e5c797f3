import { useId } from 'react';
import type { AppAccount, Copyable } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { ChangedKeyNote } from './changed-key.tsx';
import { CopyAction } from './copy-action.tsx';
import { HostKey } from './host-key.tsx';
import { loginWords } from './login-words.ts';
import { OpenAction } from './open-action.tsx';
import { PortForward } from './port-forward.tsx';
import { SshName } from './ssh-name.tsx';
import { useVmLogin, useVmOffers } from './use-vm-offers.ts';
import { VmLogin } from './vm-login.tsx';

interface SshSectionProps {
  readonly vm: Vm;
  readonly account: AppAccount;
}

const COPIES: readonly {
  readonly what: Copyable;
  readonly words: string;
  readonly fullWords: string;
}[] = [
  { what: 'address', words: 'Copy IP', fullWords: 'Copy IP address' },
  { what: 'scp', words: 'Copy scp', fullWords: 'Copy scp command' },
];

/** Everything about logging in to the VM, beside the one action above. */
export function SshSection({ vm, account }: SshSectionProps) {
  const headingId = useId();
  const { obstacle, notRunning, editors } = useVmOffers(vm, account);
  const login = useVmLogin(account.id, vm.id);
  const target = { accountId: account.id, vmId: vm.id };
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t py-3"
    >
      <h2 className="text-quiet text-small" id={headingId}>
        SSH
      </h2>
      <div className="-mt-2 grid gap-1">
        <p>{loginWords(vm, login)}</p>
        {login?.alias != null && <SshName alias={login.alias} usable={editors} />}
      </div>
      {login?.changedKey != null && <ChangedKeyNote changed={login.changedKey} />}
      {obstacle === null && (
        <div className="flex flex-wrap items-start gap-2">
          {COPIES.map(({ what, words, fullWords }) => (
            <CopyAction
              fullWords={fullWords}
              key={what}
              target={{ ...target, what }}
              words={words}
            />
          ))}
          <PortForward {...target} />
        </div>
      )}
      {obstacle === null && editors.length > 0 && (
        <div className="flex flex-wrap items-start gap-2">
          {editors.map((editor) => (
            <OpenAction
              key={editor.id}
              opener={{ kind: 'editor', editor }}
              target={target}
              words={`Open in ${editor.name}`}
            />
          ))}
        </div>
      )}
      {obstacle === null && notRunning === null && (
        <HostKey {...target} isChanged={login?.changedKey != null} />
      )}
      {vmPhase(vm.status) !== 'destroyed' && <VmLogin {...target} />}
    </section>
  );
}
