import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Icon } from '../../ui/index.ts';
import { BannerIcon, BannerStrip, BannerText, useBanners, washOf } from './banner-strip.tsx';
import { type Banner, isAbout } from './banners.ts';
import { messages } from './messages.ts';
import { Step } from './next-step.tsx';

/** px; matches styles.css. */
const STRIP_HEIGHT = 40;

const useStrip = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Returns whether the full texts were open. */
export function closeMessages(): boolean {
  const { isOpen } = useStrip.getState();
  useStrip.setState({ isOpen: false });
  return isOpen;
}

interface StripLineProps {
  /** The most important one. */
  readonly banner: Banner;
  readonly others: number;
  readonly isOpen: boolean;
}

/** One line: the most important message, the number of others, and the next step. A click opens the full texts above it. */
function StripLine({ banner, others, isOpen }: StripLineProps) {
  return (
    <li
      className={`sticky bottom-0 flex flex-wrap items-center gap-x-2 px-4 ${isOpen ? 'bg-raised' : washOf(banner)}`}
    >
      <button
        aria-expanded={isOpen}
        className="flex h-10 min-w-0 grow basis-0 items-center gap-2 text-left outline-offset-[-2px]"
        onClick={() => useStrip.setState({ isOpen: !isOpen })}
        type="button"
      >
        {isOpen ? (
          <span className="grow text-quiet">{messages.count(others + 1)}</span>
        ) : (
          <>
            <BannerIcon banner={banner} />
            <span className="one-line grow text-small">
              <BannerText banner={banner} />
            </span>
            {others > 0 && (
              <span className="shrink-0 text-quiet">
                +{others}
                <span className="sr-only"> {messages.more(others)}</span>
              </span>
            )}
          </>
        )}
        <span className="text-quiet">
          <Icon name={isOpen ? 'down' : 'up'} />
        </span>
      </button>
      {!isOpen && banner.step !== null && (
        // At 200 % zoom the text needs the whole line; the step is a click away.
        <div className="contents max-[279px]:hidden">
          <Step step={banner.step} />
        </div>
      )}
    </li>
  );
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
  const [first, ...others] = shown;
  const isEmpty = first === undefined;
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
      {first !== undefined && (
        <ul
          aria-label={messages.list}
          aria-live={isOpen ? 'off' : 'polite'}
          className="absolute inset-x-0 bottom-0 z-2 max-h-full overflow-y-auto border-line border-t"
          onClickCapture={release}
          ref={strip}
        >
          {isOpen && shown.map((banner) => <BannerStrip banner={banner} key={banner.key} />)}
          <StripLine banner={first} isOpen={isOpen} others={others.length} />
        </ul>
      )}
    </div>
  );
}
