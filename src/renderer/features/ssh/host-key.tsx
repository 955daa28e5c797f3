import { useState } from 'react';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import type { ChangedKey } from '../../../shared/ssh/ssh-state.ts';
import { bridge } from '../../bridge.ts';
import type { VmTarget } from '../../store.ts';
import { Button, CopyField, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from '../vms/details-messages.ts';

const text = messages.hostKey;

function Fingerprints({ name, keys }: { readonly name: string; readonly keys: readonly string[] }) {
  return (
    <>
      <dt className="text-quiet text-small">{name}</dt>
      {keys.map((key) => (
        <dd className="code-font break-all select-text" key={key}>
          {key}
        </dd>
      ))}
    </>
  );
}

/** Both fingerprints of a changed host key. The user, who can verify the new one, removes the stored one. */
export function ChangedKeyNote({ changed }: { readonly changed: ChangedKey }) {
  return (
    <div className="grid gap-2 border-amber border-l-2 pl-3">
      <h3 className="font-medium text-amber">{text.changed}</h3>
      <dl className="grid gap-1">
        <Fingerprints keys={changed.stored} name={text.stored} />
        <Fingerprints keys={changed.offered} name={text.offered} />
      </dl>
      <p className="text-small">{text.advice}</p>
    </div>
  );
}

export function HostKey({ accountId, vmId }: VmTarget) {
  const { isBusy, refusal, ask } = useRequest();
  const [answer, setAnswer] = useState<RequestOutput<'checkHostKey'> | null>(null);
  const check = async () => {
    setAnswer(null);
    const checked = await ask(bridge.checkHostKey({ accountId, vmId }));
    setAnswer(checked.ok ? checked.value : null);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button busyLabel={text.checking} isBusy={isBusy} label={text.check} onClick={check} />
      <p className="text-small select-text empty:hidden" role="status">
        {answer !== null && `${answer.what} ${answer.advice}`}
      </p>
      {answer?.command != null && (
        <CopyField
          hint={text.removalHint}
          label={text.removal}
          name="removalCommand"
          value={answer.command}
        />
      )}
      <RefusalText refusal={refusal} />
    </div>
  );
}
