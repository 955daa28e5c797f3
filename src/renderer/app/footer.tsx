import { appFreshness, freshnessLabel } from '../../shared/app/index.ts';
import { bridge } from '../bridge.ts';
import { go } from '../navigation.ts';
import { useApp } from '../store.ts';
import { IconButton, useMinute, useRequest } from '../ui/index.ts';
import { accountsLabel, alertsLabel, messages } from './messages.ts';

function Freshness() {
  const now = useMinute();
  const label = useApp((app) => freshnessLabel(appFreshness(app), now));
  const { isBusy, refusal, ask } = useRequest();
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1">
      <span className="one-line text-quiet" role="status">
        {refusal?.message ?? (isBusy ? messages.updating : label)}
      </span>
      <IconButton
        hint={messages.refreshHint}
        icon="refresh"
        label={messages.refresh}
        onClick={() => ask(bridge.refresh({ accountId: null }))}
      />
    </div>
  );
}

interface NavButtonProps {
  readonly to: 'alerts' | 'accounts' | 'settings';
  readonly children: string;
}

function NavButton({ to, children }: NavButtonProps) {
  return (
    <button
      className="h-7 whitespace-nowrap rounded-md px-2 text-quiet hover:bg-hover hover:text-ink"
      onClick={() => go({ kind: to })}
      type="button"
    >
      {children}
    </button>
  );
}

/** Navigation and freshness. */
export function Footer() {
  const alerts = useApp((app) => app.alerts.length);
  const accounts = useApp((app) => app.accounts.length);
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center justify-between border-line border-t px-2 text-small">
      <nav aria-label={messages.screens} className="flex flex-wrap">
        <NavButton to="alerts">{alertsLabel(alerts)}</NavButton>
        <NavButton to="accounts">{accountsLabel(accounts)}</NavButton>
        <NavButton to="settings">{messages.settings}</NavButton>
      </nav>
      <Freshness />
    </footer>
  );
}
