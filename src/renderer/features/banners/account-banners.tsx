import { BannerStrip } from './banner-strip.tsx';
import { isAbout } from './banners.ts';
import { useBanners } from './use-banners.ts';

/** What stands between this account and being up to date; most of the time nothing. */
export function AccountBanners({ accountId }: { readonly accountId: string }) {
  const all = useBanners().filter((banner) => isAbout(banner, accountId));
  if (all.length === 0) return null;
  return (
    <ul aria-label="What needs attention" aria-live="polite" className="-mx-4 -mt-3 mb-3">
      {all.map((banner) => (
        <BannerStrip banner={banner} key={banner.key} />
      ))}
    </ul>
  );
}
