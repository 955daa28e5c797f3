import { useEffect, useEffectEvent, useState } from 'react';
import { MINUTE_MS } from '../../shared/format/index.ts';
import type { Answer, Refusal } from '../../shared/ipc/bridge.ts';
import { Button, type ButtonProps } from './button.tsx';
import { stopwatch, useSecond } from './time.ts';

const DONE_MS = 1_500;

/** The state of one request at a time; `refusal` of the last one, `isDone` for a moment after it succeeded. */
export function useRequest() {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | Refusal>('idle');
  const ask = async <T,>(request: Promise<Answer<T>>) => {
    setState('busy');
    const answer = await request;
    setState(answer.ok ? 'done' : answer.refusal);
    return answer;
  };
  useEffect(() => {
    if (state !== 'done') return;
    // Must not replace an answer that is not rendered yet.
    const timer = setTimeout(() => setState((last) => (last === 'done' ? 'idle' : last)), DONE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const refusal = typeof state === 'object' ? state : null;
  const forget = () => setState((last) => (typeof last === 'object' ? 'idle' : last));
  return { isBusy: state === 'busy', isDone: state === 'done', refusal, ask, forget };
}

/** The answer to the request for `key`; null: none yet. @param key null: sends no request @param delayMs for which the key must stay */
export function useAnswer<T>(
  key: string | null,
  request: (key: string) => Promise<Answer<T>>,
  delayMs = 0,
) {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const send = useEffectEvent((wanted: string) => request(wanted));
  useEffect(() => {
    let isCurrent = true;
    setAnswer(null);
    const ask = async () => {
      const received = key === null ? null : await send(key);
      if (isCurrent) setAnswer(received);
    };
    if (delayMs === 0) void ask();
    const timer = delayMs > 0 ? setTimeout(ask, delayMs) : undefined;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, delayMs]);
  return answer;
}

/** A countdown to the next try, not announced every second. @param at ms since the epoch @param then shown from then on */
export function RetryIn({ at, then }: { readonly at: number; readonly then: string }) {
  const left = at - useSecond();
  const time = left < MINUTE_MS ? `${Math.ceil(left / 1_000)} s` : stopwatch(left);
  return <span aria-live="off">{left > 0 ? `Retry in ${time}` : then}</span>;
}

/** Below the whole row of its button. */
export function RefusalText({ refusal }: { readonly refusal: Refusal | null }) {
  return (
    <div className="basis-full empty:hidden [.flex>&]:order-last" role="alert">
      {refusal !== null && (
        <p className="text-small select-text">
          <span className="text-amber">{refusal.message}</span>{' '}
          {refusal.retryAt === undefined ? (
            refusal.action
          ) : (
            <RetryIn at={refusal.retryAt} then="Try again." />
          )}
        </p>
      )}
    </div>
  );
}

interface RequestButtonProps extends Pick<ButtonProps, 'label' | 'hint' | 'tone'> {
  readonly busyLabel?: string;
  /** In place of the label for a moment after the request succeeded. Its button has no `busyLabel`. */
  readonly doneLabel?: string;
  readonly request: () => Promise<Answer<unknown>>;
}

export function RequestButton(props: RequestButtonProps) {
  const { busyLabel, doneLabel, tone = 'link', request, ...button } = props;
  const { isBusy, isDone, refusal, ask } = useRequest();
  return (
    <>
      <Button
        {...button}
        isBusy={isBusy}
        isOther={doneLabel === undefined ? isBusy : isDone}
        onClick={() => ask(request())}
        otherLabel={doneLabel ?? busyLabel}
        tone={tone}
      />
      {doneLabel !== undefined && (
        <span className="sr-only" role="status">
          {isDone && doneLabel}
        </span>
      )}
      <RefusalText refusal={refusal} />
    </>
  );
}
