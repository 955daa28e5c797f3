import { useState } from 'react';
import { isAbout } from '../../../shared/polling/issues.ts';
import { go, useApp } from '../../store.ts';
import { Icon, RetryIn, useMinute } from '../../ui/index.ts';
import { type Banner, banners } from './banners.ts';
import { Step } from './next-step.tsx';
import { useStrip } from './strip.ts';

const TONES = {
  alarm: { wash: 'bg-red-wash', mark: 'text-red', icon: 'warning' },
  warning: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: 'bg-raised', mark: 'text-quiet', icon: 'info' },
} as const;

/** How long it has lasted, or when GPU Tray retries. Changes are not announced. */
function Duration({ banner: { lasts, retryAt } }: { readonly banner: Banner }) {
  return (
    <span aria-live="off" className="whitespace-nowrap">
      {retryAt === null ? (
        lasts !== null && `· ${lasts}`
      ) : (
        <RetryIn at={retryAt} then="Retrying…" />
      )}
    </span>
  );
}

export function BannerStrip({ banner }: { readonly banner: Banner }) {
  const { wash, mark, icon } = TONES[banner.tone];
  return (
    <li className={`flex flex-wrap items-start gap-x-2 border-line border-b px-4 py-2 ${wash}`}>
      <Icon className={`mt-0.5 ${mark}`} name={icon} />
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

/** The most important message, the number of others, and the next step. A click opens the Alerts screen, which has the full texts. */
function StripLine({ banner, others }: { readonly banner: Banner; readonly others: number }) {
  const { wash, mark, icon } = TONES[banner.tone];
  const [step] = banner.steps;
  const isTimed = banner.lasts !== null || banner.retryAt !== null;
  return (
    <li className={`flex flex-wrap items-center gap-x-2 px-4 ${wash}`}>
      <button
        className="flex h-10 min-w-0 grow basis-0 items-center gap-2 text-left outline-offset-[-2px]"
        onClick={() => go({ kind: 'alerts' })}
        type="button"
      >
        <Icon className={mark} name={icon} />
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
            <span className="sr-only"> {others === 1 ? 'more message' : 'more messages'}</span>
          </span>
        )}
      </button>
      {step !== undefined && (
        // At 200 % zoom the text needs the whole line; the step is in Alerts.
        <div className="contents max-[279px]:hidden">
          {/* Keyed, so that an open menu or a refusal goes with its banner. */}
          <Step key={banner.key} step={step} />
        </div>
      )}
    </li>
  );
}

/** Banners that do not change under the pointer until a click on the strip, so that a click never lands on another banner. */
function useSteadyBanners(current: readonly Banner[], isOver: boolean) {
  // Loaded while the pointer was over their place, they appear once it leaves.
  const [held, hold] = useState<readonly Banner[] | null>(isOver ? [] : null);
  const [wasOver, setWasOver] = useState(isOver);
  if (wasOver !== isOver) {
    setWasOver(isOver);
    hold(isOver ? current : null);
  }
  return { shown: held ?? current, release: () => hold(null) };
}

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const { dismissed, copiedVm } = useStrip();
  const alias = copiedVm === null ? null : (app.vmSshAccess[copiedVm]?.alias ?? null);
  return banners(app, now, dismissed, alias);
}

interface MessagesProps {
  /** Undefined: all accounts. */
  readonly accountId: string | undefined;
  /** The pointer is over the strip or its place. */
  readonly isOver: boolean;
}

export function Messages({ accountId, isOver }: MessagesProps) {
  const all = useBanners();
  // The Alerts screen, which has the full texts, needs an account. No row is below that could move.
  const isWhole = useApp(({ accounts }) => accounts.length === 0);
  const current =
    accountId === undefined ? all : all.filter((banner) => isAbout(banner, accountId));
  const { shown, release } = useSteadyBanners(current, isOver);
  const [first, ...others] = shown;
  if (first === undefined) return null;
  return (
    <ul
      aria-label="What needs attention"
      aria-live="polite"
      className={`z-2 overflow-y-auto border-line border-t ${isWhole ? 'max-h-1/2 shrink-0' : 'absolute inset-x-0 bottom-0 max-h-full'}`}
      data-strip=""
      onClickCapture={release}
    >
      {isWhole ? (
        shown.map((banner) => <BannerStrip banner={banner} key={banner.key} />)
      ) : (
        <StripLine banner={first} others={others.length} />
      )}
    </ul>
  );
}
