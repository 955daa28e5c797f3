import { type Ref, useEffect, useMemo, useState } from 'react';
import { isAbout } from '../../../shared/polling/issues.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, Icon, RetryIn, useMinute } from '../../ui/index.ts';
import { type Banner, banners } from './banners.ts';
import { messages } from './messages.ts';
import { Step } from './next-step.tsx';
import { closeMessages, useStrip } from './strip.ts';

const TONES = {
  alarm: { wash: 'bg-red-wash', mark: 'text-red', icon: 'warning' },
  warning: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: 'bg-raised', mark: 'text-quiet', icon: 'info' },
} as const;

function BannerIcon({ banner: { tone } }: { readonly banner: Banner }) {
  return (
    <span className={TONES[tone].mark}>
      <Icon name={TONES[tone].icon} />
    </span>
  );
}

/** How long it has lasted, or when GPU Tray retries. Changes are not announced. */
function Duration({ banner: { lasts, retryAt } }: { readonly banner: Banner }) {
  return (
    <span aria-live="off" className="whitespace-nowrap">
      {retryAt === null ? (
        lasts !== null && `· ${lasts}`
      ) : (
        <RetryIn at={retryAt} then={messages.strip.retrying} />
      )}
    </span>
  );
}

export function BannerStrip({ banner }: { readonly banner: Banner }) {
  return (
    <li
      className={`flex flex-wrap items-start gap-x-2 border-line border-b px-4 py-2 ${TONES[banner.tone].wash}`}
    >
      <span className="mt-0.5">
        <BannerIcon banner={banner} />
      </span>
      <p className="min-w-0 grow basis-32 select-text break-words">
        {banner.message} <span className="text-quiet">{banner.action}</span>{' '}
        <Duration banner={banner} />
      </p>
      {banner.steps.map((step) => (
        <Step key={step.kind} step={step} />
      ))}
    </li>
  );
}

interface StripLineProps {
  readonly banner: Banner;
  readonly others: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The most important message, the number of others, and the next step. A click opens the full texts above it. */
function StripLine({ banner, others, isOpen, onToggle }: StripLineProps) {
  const [step] = banner.steps;
  const isTimed = banner.lasts !== null || banner.retryAt !== null;
  return (
    <li
      className={`sticky bottom-0 flex flex-wrap items-center gap-x-2 px-4 ${isOpen ? 'bg-raised' : TONES[banner.tone].wash}`}
    >
      <button
        aria-expanded={isOpen}
        className="flex h-10 min-w-0 grow basis-0 items-center gap-2 text-left outline-offset-[-2px]"
        onClick={onToggle}
        type="button"
      >
        {isOpen ? (
          <span className="grow text-quiet">{messages.strip.count(others + 1)}</span>
        ) : (
          <>
            <BannerIcon banner={banner} />
            {/* The duration wraps out of sight where the message needs the line. */}
            <span className="flex h-4 min-w-0 grow flex-wrap gap-x-1 overflow-hidden text-small">
              <span className="one-line">
                {banner.message}
                {!isTimed && <span className="text-quiet"> {banner.action}</span>}
              </span>{' '}
              <Duration banner={banner} />
            </span>
            {others > 0 && (
              <span className="shrink-0 text-quiet">
                +{others}
                <span className="sr-only"> {messages.strip.more(others)}</span>
              </span>
            )}
          </>
        )}
        <span className="text-quiet">
          <Icon name={isOpen ? 'down' : 'up'} />
        </span>
      </button>
      {!isOpen && step !== undefined && (
        // At 200 % zoom the text needs the whole line; the step is a click away.
        <div className="contents max-[279px]:hidden">
          {/* Keyed, so that an open menu or a refusal goes with its banner. */}
          <Step key={banner.key} step={step} />
        </div>
      )}
    </li>
  );
}

const MAX_IN_SHEET = 3;

/** The full texts of the most important messages; the Alerts screen has the others. */
function Sheet({ banners }: { readonly banners: readonly Banner[] }) {
  const others = banners.length - MAX_IN_SHEET;
  return (
    <>
      {banners.slice(0, MAX_IN_SHEET).map((banner) => (
        <BannerStrip banner={banner} key={banner.key} />
      ))}
      {others > 0 && (
        <li className="border-line border-b bg-raised px-4 py-1">
          <Button
            label={messages.strip.inAlerts(others)}
            onClick={() => go({ kind: 'alerts' })}
            tone="link"
          />
        </li>
      )}
    </>
  );
}

interface Kept {
  readonly isOver: boolean;
  /** The banners shown; null: the current ones. */
  readonly held: readonly Banner[] | null;
}

/** Banners that do not change under the pointer until a click on the strip, so that a click never lands on another banner. */
function useSteadyBanners(current: readonly Banner[], isOver: boolean) {
  // Loaded while the pointer was over their place, they appear once it leaves.
  const [kept, keep] = useState<Kept>({ isOver, held: isOver ? [] : null });
  if (kept.isOver !== isOver) keep({ isOver, held: isOver ? current : null });
  return { shown: kept.held ?? current, release: () => keep({ isOver, held: null }) };
}

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const { dismissed, copiedVm } = useStrip();
  const alias = copiedVm === null ? null : (app.vmSshAccess[copiedVm]?.alias ?? null);
  return useMemo(() => banners(app, now, dismissed, alias), [app, now, dismissed, alias]);
}

interface MessagesProps {
  /** Undefined: all accounts. */
  readonly accountId: string | undefined;
  /** The pointer is over the strip or its place. */
  readonly isOver: boolean;
  readonly strip: Ref<HTMLUListElement>;
}

export function Messages({ accountId, isOver, strip }: MessagesProps) {
  const all = useBanners();
  const current =
    accountId === undefined ? all : all.filter((banner) => isAbout(banner, accountId));
  const { shown, release } = useSteadyBanners(current, isOver);
  const isOpen = useStrip((state) => state.isOpen);
  const [first, ...others] = shown;
  const isEmpty = first === undefined;
  useEffect(() => {
    if (isEmpty) closeMessages();
    return () => void closeMessages();
  }, [isEmpty]);
  if (isEmpty) return null;
  return (
    <ul
      aria-label={messages.strip.list}
      aria-live={isOpen ? 'off' : 'polite'}
      className="absolute inset-x-0 bottom-0 z-2 max-h-full overflow-y-auto border-line border-t"
      onClickCapture={release}
      ref={strip}
    >
      {isOpen && <Sheet banners={shown} />}
      <StripLine
        banner={first}
        isOpen={isOpen}
        onToggle={() => useStrip.setState({ isOpen: !isOpen })}
        others={others.length}
      />
    </ul>
  );
}
