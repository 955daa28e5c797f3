import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/ipc/index.ts';
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
