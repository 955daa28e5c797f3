import { useMemo } from 'react';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, Icon, useMinute } from '../../ui/index.ts';
import { type Banner, banners, isAbout } from './banners.ts';
import { messages } from './messages.ts';
import { Step, useDismissals } from './next-step.tsx';

/** Further banners are shown on the alerts screen. */
const MAX_SHOWN = 2;

const TONES = {
  money: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  trouble: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: '', mark: 'text-quiet', icon: 'info' },
} as const;

export function useBanners(): readonly Banner[] {
  const now = useMinute();
  const app = useApp((state) => state);
  const dismissed = useDismissals((dismissals) => dismissals.dismissed);
  return useMemo(() => banners(app, now, dismissed), [app, now, dismissed]);
}

/** One banner with its next step at the right. Its duration is not announced when it changes. */
export function BannerStrip({ banner }: { readonly banner: Banner }) {
  const { wash, mark, icon } = TONES[banner.tone];
  return (
    <li className={`flex flex-wrap items-start gap-x-2 border-line border-b px-4 py-2 ${wash}`}>
      <span className={`mt-0.5 ${mark}`}>
        <Icon name={icon} />
      </span>
      <p className="min-w-0 grow basis-0 select-text break-words">
        {banner.message}
        {banner.lasts != null && <span aria-live="off"> {banner.lasts}</span>}
        {banner.action !== null && <span className="text-quiet"> {banner.action}</span>}
      </p>
      {banner.step !== null && <Step step={banner.step} />}
    </li>
  );
}

/** The first banners, and a link to the rest. */
export function BannerList() {
  const all = useBanners();
  if (all.length === 0) return null;
  return (
    <ul aria-label={messages.list} aria-live="polite" className="shrink-0">
      {all.slice(0, MAX_SHOWN).map((banner) => (
        <BannerStrip banner={banner} key={banner.key} />
      ))}
      {all.length > MAX_SHOWN && (
        <li className="border-line border-b px-4 py-1">
          <Button onClick={() => go({ kind: 'alerts' })} tone="link">
            {messages.more(all.length - MAX_SHOWN)}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The banners that explain why this account is not up to date. */
export function AccountBanners({ accountId }: { readonly accountId: string }) {
  const all = useBanners().filter((banner) => isAbout(banner, accountId));
  if (all.length === 0) return null;
  return (
    <ul aria-label={messages.list} aria-live="polite" className="-mx-4 -mt-3 mb-3">
      {all.map((banner) => (
        <BannerStrip banner={banner} key={banner.key} />
      ))}
    </ul>
  );
}
