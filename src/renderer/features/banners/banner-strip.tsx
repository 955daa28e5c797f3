import { Icon } from '../../ui/index.ts';
import type { Banner } from './banners.ts';
import { Step } from './step.tsx';

const TONES = {
  money: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  trouble: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: '', mark: 'text-quiet', icon: 'info' },
} as const;

/** One thing to know, with its next step at the right. That time goes on is no news to be read out. */
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
