import { loudAlerts } from '../../shared/alerts/index.ts';
import { appFreshness, freshnessLabel, isRateLimited } from '../../shared/polling/index.ts';
import { go } from '../navigation.ts';
import { refreshAll, useRefresh } from '../refresh.ts';
import { useApp } from '../store.ts';
import { IconButton, useMinute } from '../ui/index.ts';
import { accountsLabel, alertsLabel, messages } from './messages.ts';

function Freshness() {
  const now = useMinute();
  const label = useApp((app) => freshnessLabel(appFreshness(app), now));
  // No account can be refreshed before its countdown ends.
  const isLimited = useApp(({ accounts, snapshots }) =>
    accounts.every(({ id }) => isRateLimited(snapshots[id])),
  );
  const { isBusy, refusal } = useRefresh();
  const current = isBusy ? messages.updating : label;
  const text = refusal === null ? current : `${refusal.message} ${refusal.action}`;
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1">
      {/* Two lines fit the footer's height. */}
      <span className="max-h-8 overflow-hidden text-right text-quiet" role="status" title={text}>
        {text}
      </span>
      {isLimited ? (
        <span className="size-7 shrink-0" />
      ) : (
        <IconButton
          hint={messages.refreshHint}
          icon="refresh"
          label={messages.refresh}
          onClick={refreshAll}
        />
      )}
    </div>
  );
}

/** Navigation and freshness. Its height depends only on the panel's width. */
export function Footer() {
  const now = useMinute();
  const alerts = useApp((app) => loudAlerts(app.alerts, now).length);
  const accounts = useApp((app) => app.accounts.length);
  const baseUrl = useApp((app) => app.accounts[0]?.baseUrl ?? '');
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-2 border-line border-t px-2 text-small max-[259px]:flex-wrap">
      <nav aria-label={messages.screens} className="flex shrink-0 items-center">
        <button
          className="h-7 whitespace-nowrap rounded-md px-2 text-quiet hover:bg-hover hover:text-ink"
          onClick={() => go({ kind: 'alerts' })}
          type="button"
        >
          {alertsLabel(alerts)}
        </button>
        <IconButton
          icon="account"
          label={accountsLabel(accounts)}
          onClick={() => go({ kind: 'accounts' })}
        />
        <IconButton
          icon="add"
          label={messages.launch}
          onClick={() => go({ kind: 'launch', accountId: null, draft: null })}
        />
        <IconButton
          icon="offers"
          label={messages.offers}
          onClick={() => go({ kind: 'offers', baseUrl })}
        />
        <IconButton
          hint={messages.settingsHint}
          icon="settings"
          label={messages.settings}
          onClick={() => go({ kind: 'settings' })}
        />
      </nav>
      <Freshness />
    </footer>
  );
}
