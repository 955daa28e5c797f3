import { useState } from 'react';
import type { Answer, Refusal } from '../../shared/ipc/index.ts';
import { answerOf } from '../bridge.ts';

interface RequestState<T> {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** Asks, and answers with the value, or with undefined when it was refused. */
  readonly ask: (request: Promise<Answer<T>>) => Promise<T | undefined>;
}

/** One request at a time from one place on the screen: whether it is under way, and why it was refused. */
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
