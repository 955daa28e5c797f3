import { useId } from 'react';
import type { AppAccount, FoundProgram } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { goToSettings } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { CopyAction, OpenAction } from './action-buttons.tsx';
import { ChangedKeyNote, HostKey } from './host-key.tsx';
import { loginText, messages, shortNameUse } from './messages.ts';
import { PortForward, VmLoginForm } from './ssh-forms.tsx';
import { useVmLogin, useVmOffers } from './vm-actions.tsx';

interface ShortNameProps {
  readonly alias: string;
  /** The editors that can open the VM now. */
  readonly usable: readonly FoundProgram[];
}

/** The VM's short name; while short names are off, how to turn them on. */
function ShortName({ alias, usable }: ShortNameProps) {
  const include = useApp(({ ssh }) => ssh.include);
  const editors = useApp(({ ssh }) => ssh.editors);
  if (include === 'active') return <p className="code-font break-all select-text">ssh {alias}</p>;
  const missing = editors.filter((editor) => !usable.includes(editor)).map(({ name }) => name);
  return (
    <p className="text-small">
      {messages.shortName} <code className="code-font break-all select-text">{alias}</code>{' '}
      {messages.shortNameOff} {shortNameUse(missing)}
      <Button onClick={() => goToSettings('sshNames')} tone="link">
        {messages.setUpNames}
      </Button>
    </p>
  );
}

interface SshSectionProps {
  readonly vm: Vm;
  readonly account: AppAccount;
}

/** Login state, short name, copy and editor actions, host key and login settings. */
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
        {messages.ssh}
      </h2>
      <div className="-mt-2 grid gap-1">
        <p>{loginText(vm, login)}</p>
        {login?.alias != null && <ShortName alias={login.alias} usable={editors} />}
      </div>
      {login?.changedKey != null && <ChangedKeyNote changed={login.changedKey} />}
      {obstacle === null && (
        <div className="flex flex-wrap items-start gap-2">
          {(['address', 'scp'] as const).map((what) => (
            <CopyAction key={what} {...messages.copies[what]} target={{ ...target, what }} />
          ))}
          <PortForward {...target} />
        </div>
      )}
      {obstacle === null && editors.length > 0 && (
        <div className="flex flex-wrap items-start gap-2">
          {editors.map((editor) => (
            <OpenAction
              key={editor.id}
              label={messages.openIn(editor.name)}
              opener={{ kind: 'editor', editor }}
              target={target}
            />
          ))}
        </div>
      )}
      {obstacle === null && notRunning === null && (
        <HostKey {...target} isChanged={login?.changedKey != null} />
      )}
      {vmPhase(vm.status) !== 'destroyed' && <VmLoginForm {...target} />}
    </section>
  );
}
