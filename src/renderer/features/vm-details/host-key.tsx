import { useState } from 'react';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { Button, RefusalText, TextArea, useRequest } from '../../ui/index.ts';

interface HostKeyProps {
  readonly accountId: string;
  readonly vmId: string;
  /** Explained elsewhere on the screen. */
  readonly isChanged: boolean;
}

/** Whether the VM is still the machine of the first login, asked for and answered in one place. */
export function HostKey({ accountId, vmId, isChanged }: HostKeyProps) {
  const { isBusy, refusal, ask } = useRequest<RequestOutput<'checkHostKey'>>();
  const [answer, setAnswer] = useState<RequestOutput<'checkHostKey'> | null>(null);
  const check = async () => {
    setAnswer(null);
    setAnswer((await ask(bridge.checkHostKey({ accountId, vmId }))) ?? null);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button busyLabel="Asking it…" isBusy={isBusy} onClick={() => void check()}>
        Check host key
      </Button>
      <p className="text-small select-text empty:hidden" role="status">
        {/* The fingerprints stand above already. */}
        {answer !== null &&
          (isChanged ? 'Asked just now: as above.' : `${answer.what} ${answer.advice}`)}
      </p>
      {answer?.command != null && (
        <TextArea
          hint="For you to run, once you know that the new key is the VM’s own."
          label="Removes the stored key"
          name="removalCommand"
          value={answer.command}
        />
      )}
      <RefusalText refusal={refusal} />
    </div>
  );
}
