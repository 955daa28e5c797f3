import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/ipc/bridge.ts';
import { FieldFrame } from './field.tsx';
import { useRequest } from './request.tsx';

const COPIED_MS = 1_500;

/** State of a request that copies; `isCopied` for a moment after it succeeded. */
export function useCopy() {
  const { isBusy, refusal, ask } = useRequest();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (request: Promise<Answer<void>>) => setIsCopied((await ask(request)).ok);
  return { isBusy, refusal, isCopied, copy };
}

interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly value: string;
}

/** Read-only lines, such as a command; focus selects all of them for copying. */
export function CopyField({ label, hint, name, value }: CopyFieldProps) {
  return (
    <FieldFrame hint={hint} label={label}>
      {(input) => (
        <textarea
          {...input}
          className="code-font field-sizing-content min-h-10 w-full resize-none break-all whitespace-pre-wrap rounded-md border border-edge bg-raised px-2 py-1 text-ink select-text"
          name={name}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          spellCheck={false}
          value={value}
        />
      )}
    </FieldFrame>
  );
}
