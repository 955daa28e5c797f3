import { useState } from 'react';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { bridge } from '../../bridge.ts';
import type { VmTarget } from '../../store.ts';
import { Button, CopyField, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from '../vms/details-messages.ts';

const text = messages.hostKey;

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
