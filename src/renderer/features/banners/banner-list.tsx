import { go } from '../../navigation.ts';
import { Button } from '../../ui/index.ts';
import { BannerStrip } from './banner-strip.tsx';
import { useBanners } from './use-banners.ts';

const SHOWN = 2;

/** At most two banners; the rest is one click away. */
export function BannerList() {
  const all = useBanners();
  if (all.length === 0) return null;
  return (
    <ul aria-label="What needs attention" aria-live="polite" className="shrink-0">
      {all.slice(0, SHOWN).map((banner) => (
        <BannerStrip banner={banner} key={banner.key} />
      ))}
      {all.length > SHOWN && (
        <li className="border-line border-b px-4 py-1">
          <Button onClick={() => go({ kind: 'alerts' })} tone="link">
            {all.length - SHOWN} more under Alerts
          </Button>
        </li>
      )}
    </ul>
  );
}
