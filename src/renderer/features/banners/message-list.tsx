import type { Ref } from 'react';
import { Icon } from '../../ui/index.ts';
import { BannerIcon, BannerStrip, BannerText, washOf } from './banner-strip.tsx';
import type { Banner } from './banners.ts';
import { messages } from './messages.ts';
import { Step } from './next-step.tsx';

interface StripLineProps {
  /** The most important one. */
  readonly banner: Banner;
  readonly others: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One line: the most important message, the number of others, and the next step. A click opens the full texts above it. */
function StripLine({ banner, others, isOpen, onToggle }: StripLineProps) {
  return (
    <li
      className={`sticky bottom-0 flex flex-wrap items-center gap-x-2 px-4 ${isOpen ? 'bg-raised' : washOf(banner)}`}
    >
      <button
        aria-expanded={isOpen}
        className="flex h-10 min-w-0 grow basis-0 items-center gap-2 text-left outline-offset-[-2px]"
        onClick={onToggle}
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

interface MessageListProps {
  readonly banners: readonly Banner[];
  /** Whether the full texts are shown. */
  readonly isOpen: boolean;
  readonly onClick: () => void;
  readonly onToggle: () => void;
  readonly strip: Ref<HTMLUListElement>;
}

/** The strip with the most important message, or with all of them. */
export function MessageList({ banners, isOpen, onClick, onToggle, strip }: MessageListProps) {
  const [first, ...others] = banners;
  if (first === undefined) return null;
  return (
    <ul
      aria-label={messages.list}
      aria-live={isOpen ? 'off' : 'polite'}
      className="absolute inset-x-0 bottom-0 z-2 max-h-full overflow-y-auto border-line border-t"
      onClickCapture={onClick}
      ref={strip}
    >
      {isOpen && banners.map((banner) => <BannerStrip banner={banner} key={banner.key} />)}
      <StripLine banner={first} isOpen={isOpen} onToggle={onToggle} others={others.length} />
    </ul>
  );
}
