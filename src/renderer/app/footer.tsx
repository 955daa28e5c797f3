import { bridge } from '../bridge.ts';
import { freshnessWords } from '../freshness.ts';
import { go } from '../navigation.ts';
import { useApp } from '../store.ts';
import { IconButton, useMinute, useRequest } from '../ui/index.ts';

function Freshness() {
  const now = useMinute();
  const words = useApp((app) => freshnessWords(app, now));
  const { isBusy, refusal, ask } = useRequest<void>();
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1">
      <span className="one-line text-quiet" role="status">
        {refusal?.message ?? (isBusy ? 'Asking…' : words)}
      </span>
      <IconButton
        hint="Refresh (R)"
        icon="refresh"
        label="Refresh"
        onClick={() => ask(bridge.refresh({ accountId: null }))}
      />
    </div>
  );
}

function Way({
  to,
  children,
}: {
  readonly to: 'alerts' | 'accounts' | 'settings';
  readonly children: string;
}) {
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

/** The ways to the other screens, and how fresh this one is. */
export function Footer() {
  const alerts = useApp((app) => app.alerts.length);
  const accounts = useApp((app) => app.accounts.length);
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center justify-between border-line border-t px-2 text-small">
      <nav aria-label="Screens" className="flex flex-wrap">
        <Way to="alerts">{alerts === 0 ? 'Alerts' : `Alerts · ${alerts}`}</Way>
        <Way to="accounts">{accounts === 1 ? 'Account' : `Accounts · ${accounts}`}</Way>
        <Way to="settings">Settings</Way>
      </nav>
      <Freshness />
    </footer>
  );
}
