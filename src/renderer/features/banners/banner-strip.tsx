import { Icon, stopwatch, useSecond } from '../../ui/index.ts';
import type { Banner } from './banners.ts';
import { messages } from './messages.ts';
import { Step } from './next-step.tsx';

const TONES = {
  money: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  trouble: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: 'bg-raised', mark: 'text-quiet', icon: 'info' },
} as const;

export function washOf({ tone }: Banner): string {
  return TONES[tone].wash;
}

export function BannerIcon({ banner: { tone } }: { readonly banner: Banner }) {
  return (
    <span className={TONES[tone].mark}>
      <Icon name={TONES[tone].icon} />
    </span>
  );
}

/** Not announced every second. */
function Countdown({ to }: { readonly to: number }) {
  const left = to - useSecond();
  return (
    <span aria-live="off" className="text-quiet">
      {' '}
      {left > 0 ? messages.retryingIn(stopwatch(left)) : messages.retrying}
    </span>
  );
}

/** Message, duration and what happens next. The duration is not announced when it changes. */
export function BannerText({ banner }: { readonly banner: Banner }) {
  const { message, lasts, action, retryAt } = banner;
  return (
    <>
      {message}
      {lasts != null && <span aria-live="off"> {lasts}</span>}
      {retryAt != null ? (
        <Countdown to={retryAt} />
      ) : (
        action !== null && <span className="text-quiet"> {action}</span>
      )}
    </>
  );
}

/** One banner in full, with its next step at the right. */
export function BannerStrip({ banner }: { readonly banner: Banner }) {
  return (
    <li
      className={`flex flex-wrap items-start gap-x-2 border-line border-b px-4 py-2 ${washOf(banner)}`}
    >
      <span className="mt-0.5">
        <BannerIcon banner={banner} />
      </span>
      <p className="min-w-0 grow basis-32 select-text break-words">
        <BannerText banner={banner} />
      </p>
      {banner.step !== null && <Step step={banner.step} />}
    </li>
  );
}
