import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer } from '../../shared/ipc/bridge.ts';
import { answerOf } from '../bridge.ts';

/** The answer to the request for `key`; null: none yet. @param key null: sends no request */
export function useAnswer<T>(key: string | null, request: (key: string) => Promise<Answer<T>>) {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const send = useEffectEvent((wanted: string) => answerOf(request(wanted)));
  useEffect(() => {
    let isCurrent = true;
    setAnswer(null);
    if (key !== null)
      void send(key).then((received) => {
        if (isCurrent) setAnswer(received);
      });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return answer;
}
