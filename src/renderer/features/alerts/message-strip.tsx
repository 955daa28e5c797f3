import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '../../store.ts';
import { lazy, onDemand } from '../../ui/index.ts';
import { mayHaveMessages, useStrip } from './strip.ts';

const Messages = lazy(onDemand(() => import('./message-list.tsx'), 'Messages'));

/** px; matches styles.css. */
const STRIP_HEIGHT = 40;

/** Whether the pointer is over the strip, or over its place while there is none. */
function usePointerOver() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // A hidden window reports no pointer that leaves.
    const listen = () => document.hidden && setOver(false);
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  const pointer = {
    onPointerMove({ target, clientY, currentTarget }: PointerEvent) {
      const isInStrip = target instanceof Element && target.closest('[data-strip]') !== null;
      const { bottom } = currentTarget.getBoundingClientRect();
      flushSync(() => setOver(isInStrip || clientY >= bottom - STRIP_HEIGHT));
    },
    onPointerLeave: () => setOver(false),
  };
  return { isOver, pointer };
}

interface WithMessagesProps {
  readonly accountId?: string;
  readonly children: ReactNode;
}

/** The strip of messages, which covers the end of `children` and never moves them. */
export function WithMessages({ accountId, children }: WithMessagesProps) {
  const { isOver, pointer } = usePointerOver();
  const copied = useStrip(({ copiedVm }) => copiedVm);
  const mayHave = useApp((app) => mayHaveMessages(app, copied));
  return (
    <div
      className="strip relative flex h-full min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44"
      {...pointer}
    >
      {children}
      {/* Under the pointer the strip neither appears nor disappears. */}
      {(mayHave || isOver) && <Messages accountId={accountId} isOver={isOver} />}
    </div>
  );
}
