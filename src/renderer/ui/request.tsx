import { useState } from 'react';
import type { Answer, Refusal } from '../../shared/ipc/index.ts';
import { answerOf } from '../bridge.ts';

interface RequestState<T> {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** Resolves to the value, or undefined when the request was refused. */
  readonly ask: (request: Promise<Answer<T>>) => Promise<T | undefined>;
}

/** State of one request at a time: in progress, and why the last one was refused. */
export function useRequest<T>(): RequestState<T> {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ask = async (request: Promise<Answer<T>>) => {
    setIsBusy(true);
    const answer = await answerOf(request);
    setIsBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    return answer.ok ? answer.value : undefined;
  };
  return { isBusy, refusal, ask };
}

interface RefusalTextProps {
  readonly refusal: Refusal | null;
  /** Below the whole row, wherever its button is. */
  readonly isBelowRow?: boolean;
}

/** Why a request was refused, and the next step. */
export function RefusalText({ refusal, isBelowRow = false }: RefusalTextProps) {
  return (
    <div className={`basis-full empty:hidden ${isBelowRow ? 'order-last' : ''}`} role="alert">
      {refusal !== null && (
        <p className="text-small select-text">
          <span className="text-red">{refusal.message}</span> {refusal.action}
        </p>
      )}
    </div>
  );
}
