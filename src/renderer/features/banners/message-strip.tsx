import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { create } from 'zustand';
import { lazy } from '../../ui/index.ts';
import { type Banner, isAbout } from './banners.ts';
import { useBanners } from './use-banners.ts';

const MessageList = lazy(() => import('./message-list.tsx').then((all) => all.MessageList));

/** px; matches styles.css. */
const STRIP_HEIGHT = 40;

const useStrip = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Returns whether the full texts were open. */
export function closeMessages(): boolean {
  const { isOpen } = useStrip.getState();
  useStrip.setState({ isOpen: false });
  return isOpen;
}

/**
 * The banners to show: under the pointer they neither appear, change nor disappear before a click, so that a click never lands
 * on something else than what was under the pointer. After a click on the strip they are current again.
 */
function useSteadyBanners(current: readonly Banner[]) {
  const strip = useRef<HTMLUListElement>(null);
  const [held, hold] = useState<readonly Banner[] | null>(null);
  const isOver = useRef(false);
  const leave = () => {
    isOver.current = false;
    hold(null);
  };
  const onHidden = useEffectEvent(() => {
    // A hidden window reports no pointer that leaves.
    if (document.hidden) leave();
  });
  useEffect(() => {
    const listen = () => onHidden();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  const move = ({ target, clientY, currentTarget }: PointerEvent) => {
    const isInStrip = target instanceof Node && strip.current?.contains(target) === true;
    const { bottom } = currentTarget.getBoundingClientRect();
    if (!isInStrip && clientY < bottom - STRIP_HEIGHT) return leave();
    if (!isOver.current) hold(current);
    isOver.current = true;
  };
  return { shown: held ?? current, strip, move, leave, release: () => hold(null) };
}

interface WithMessagesProps {
  /** Without it, the messages of all accounts. */
  readonly accountId?: string;
  /** Fills the height. */
  readonly children: ReactNode;
}

/** The strip of messages, which covers the end of `children` and never moves them. */
export function WithMessages({ accountId, children }: WithMessagesProps) {
  const all = useBanners();
  const current =
    accountId === undefined ? all : all.filter((banner) => isAbout(banner, accountId));
  const { shown, strip, move, leave, release } = useSteadyBanners(current);
  const isOpen = useStrip((state) => state.isOpen);
  const isEmpty = shown.length === 0;
  useEffect(() => {
    if (isEmpty) closeMessages();
    return () => void closeMessages();
  }, [isEmpty]);
  return (
    <div
      className="strip relative flex h-full min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44"
      onPointerLeave={leave}
      onPointerMove={move}
    >
      {children}
      {!isEmpty && (
        <MessageList
          banners={shown}
          isOpen={isOpen}
          onClick={release}
          onToggle={() => useStrip.setState({ isOpen: !isOpen })}
          strip={strip}
        />
      )}
    </div>
  );
}
