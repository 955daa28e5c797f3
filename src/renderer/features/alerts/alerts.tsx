import type { Alert } from '../../../shared/app/index.ts';
import { alertDuration, alertMessage } from '../../../shared/app/index.ts';
import { clockTime, printable } from '../../../shared/format/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, Icon, ScreenFrame, useMinute } from '../../ui/index.ts';
import { BannerStrip, SnoozeMenu, useBanners } from '../banners/index.ts';
import { messages } from './messages.ts';

function AlertLine({ alert }: { readonly alert: Alert }) {
  const now = useMinute();
  const preferences = useApp((app) => app.preferences);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === alert.accountId));
  const { snoozedUntil } = alert;
  return (
    <li className="flex flex-wrap items-start gap-x-2 border-line border-b py-2">
      <span className="mt-0.5 text-amber">
        <Icon name="warning" />
      </span>
      <div className="min-w-0 grow basis-0">
        <p className="select-text break-words">
          {alertMessage(alert, preferences)} {alertDuration(alert, now)}
        </p>
        <p className="text-quiet text-small">
          {account === undefined ? messages.allAccounts : printable(account.label)}
          {snoozedUntil !== null &&
            snoozedUntil > now &&
            ` · ${messages.snoozedUntil(clockTime(snoozedUntil))}`}
        </p>
      </div>
      <SnoozeMenu alertId={alert.id} />
    </li>
  );
}

/** Every open alert, including snoozed ones, then the banners about anything else. */
export function Alerts() {
  const alerts = useApp((app) => app.alerts);
  const hasLimit = useApp(({ preferences }) => typeof preferences.rateThreshold === 'number');
  const others = useBanners().filter(({ tone }) => tone !== 'money');
  return (
    <ScreenFrame title={messages.title}>
      {alerts.length === 0 ? (
        <div className="py-4">
          <p className="font-medium">{messages.none}</p>
          <p className="text-quiet">{hasLimit ? messages.hint : messages.noLimit}</p>
        </div>
      ) : (
        <ul aria-label={messages.open}>
          {alerts.map((alert) => (
            <AlertLine alert={alert} key={alert.id} />
          ))}
        </ul>
      )}
      <div className="py-2">
        <Button onClick={() => go({ kind: 'settings' })} tone="link">
          {hasLimit ? messages.changeLimit : messages.setLimit}
        </Button>
      </div>
      {others.length > 0 && (
        <section className="-mx-4 pt-2">
          <h2 className="px-4 pb-1 text-quiet text-small">{messages.other}</h2>
          <ul className="border-line border-t">
            {others.map((banner) => (
              <BannerStrip banner={banner} key={banner.key} />
            ))}
          </ul>
        </section>
      )}
    </ScreenFrame>
  );
}
