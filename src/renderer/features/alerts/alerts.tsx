import { useApp } from '../../store.ts';
import { ScreenFrame, ScreenSection } from '../../ui/index.ts';
import { BannerStrip, useBanners } from '../banners/index.ts';
import { Earlier } from './earlier.tsx';
import { messages } from './messages.ts';
import { OpenAlerts } from './open-alerts.tsx';
import { Rules } from './rules.tsx';

/** Open alerts, the rules that open them, what happened before, and the messages about anything else. */
export function Alerts() {
  const openCount = useApp((app) => app.alerts.length);
  const others = useBanners().filter(({ tone }) => tone !== 'money');
  return (
    <ScreenFrame title={messages.title}>
      <ScreenSection title={messages.open(openCount)}>
        <OpenAlerts />
      </ScreenSection>
      {others.length > 0 && (
        <ScreenSection title={messages.other}>
          <ul className="-mx-4 border-line border-t">
            {others.map((banner) => (
              <BannerStrip banner={banner} key={banner.key} />
            ))}
          </ul>
        </ScreenSection>
      )}
      <ScreenSection title={messages.rules}>
        <Rules />
      </ScreenSection>
      <ScreenSection title={messages.earlier}>
        <Earlier />
      </ScreenSection>
    </ScreenFrame>
  );
}
