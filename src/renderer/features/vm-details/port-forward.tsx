import { type FormEvent, useState } from 'react';
import { vmKey } from '../../../shared/app/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useRequest } from '../../ui/index.ts';
import { parsePort } from '../settings/checks.ts';

interface PortForwardProps {
  readonly accountId: string;
  readonly vmId: string;
}

/** Copies an ssh command that forwards a port of this computer to the same port of the VM. */
export function PortForward({ accountId, vmId }: PortForwardProps) {
  const known = useApp(({ ssh }) => ssh.forwardPorts[vmKey(accountId, vmId)]);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState(known === undefined ? '' : String(known));
  const [problem, setProblem] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const { isBusy, refusal, ask } = useRequest<void>();
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>Copy port forward…</Button>;
  const copy = async (event: FormEvent) => {
    event.preventDefault();
    const port = parsePort(text);
    setProblem(port === null ? 'Enter a port from 1 to 65535.' : null);
    if (port === null) return;
    const request = bridge.copyPortForward({ accountId, vmId, port });
    void ask(request);
    setIsCopied((await answerOf(request)).ok);
  };
  return (
    <form className="flex basis-full flex-wrap items-end gap-2" noValidate onSubmit={copy}>
      <Field
        inputMode="numeric"
        isFocusedFirst
        label="Port to forward"
        name="forwardPort"
        onChange={(typed) => {
          setText(typed);
          setIsCopied(false);
        }}
        problem={problem}
        value={text}
      />
      <Button isBusy={isBusy} type="submit">
        Copy port forward
      </Button>
      <span className="text-quiet text-small" role="status">
        {isCopied && 'Copied'}
      </span>
      <RefusalText refusal={refusal} />
    </form>
  );
}
