import { loudAlerts } from '../../shared/alerts/alert.ts';
import { accountProblem } from '../../shared/domain/account-state.ts';
import type { Screen } from '../../shared/ipc/contract.ts';
import { appFreshness, freshnessLabel, nextRetry } from '../../shared/polling/freshness.ts';
import { located } from '../../shared/usage/figures.ts';
import { WithMessages } from '../features/alerts/message-strip.tsx';
import { SpendHeader } from '../features/usage/spend-header.tsx';
import { VmList } from '../features/vms/vm-list.tsx';
import { refreshAll, useRefresh } from '../refresh.ts';
import { go, useApp, useNavigation } from '../store.ts';
import { IconButton, RetryIn, useMinute } from '../ui/index.ts';

function Freshness() {
  const now = useMinute();
  const label = useApp((app) => freshnessLabel(appFreshness(app), now));
  const retryAt = useApp(nextRetry);
  // No account can be refreshed before its countdown ends.
  const isLimited = useApp((app) =>
    located(app).every(({ state }) => accountProblem(state)?.kind === 'rateLimited'),
  );
  const { isBusy, refusal } = useRefresh();
  const progress = useApp((app) => app.listProgress);
  const current = progress ?? (isBusy ? 'Updating…' : label);
  const text = refusal === null ? current : `${refusal.message} ${refusal.action}`;
  const hasCountdown = retryAt !== null && !isBusy && refusal === null;
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1">
      {/* Three lines fit the footer's height. */}
      <span className="line-clamp-3 text-right text-quiet leading-3" role="status" title={text}>
        {hasCountdown ? <RetryIn at={retryAt} then="Retrying…" /> : text}
      </span>
      {!isLimited && (
        <IconButton hint="Refresh (F5)" icon="refresh" label="Refresh" onClick={refreshAll} />
      )}
    </div>
  );
}

/** Navigation, and on the list freshness. Its height depends only on the panel's width. */
export function Footer() {
  const now = useMinute();
  const open = useNavigation(({ screen }) => screen.kind);
  const alerts = useApp((app) => loudAlerts(app.alerts, now).length);
  const hasAccount = useApp((app) => app.accounts.length > 0);
  const canLaunch = useApp(({ accounts }) => accounts.some(({ can }) => can.includes('rent')));
  // Its other tab.
  const kind = open === 'offers' && canLaunch ? 'launch' : open;
  if (!hasAccount) return null;
  const tabs: readonly (readonly [string, Screen])[] = [
    ['VMs', { kind: 'vms' }],
    [alerts === 0 ? 'Alerts' : `Alerts ${alerts}`, { kind: 'alerts' }],
    ['Usage', { kind: 'usage', preset: 'month' }],
    canLaunch
      ? ['Launch', { kind: 'launch', accountId: null }]
      : ['Offers', { kind: 'offers', filter: null }],
    ['Settings', { kind: 'settings' }],
  ];
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-2 border-line border-t px-2 text-small max-[359px]:text-tiny max-[259px]:flex-wrap">
      <nav aria-label="Screens" className="flex shrink-0 flex-wrap max-[259px]:shrink">
        {tabs.map(([label, screen]) => (
          <a
            aria-current={kind === screen.kind ? 'page' : undefined}
            className={`whitespace-nowrap rounded-md p-1.5 no-underline hover:bg-hover max-[359px]:px-1 ${kind === screen.kind ? 'font-medium text-ink' : 'text-quiet'}`}
            href={`#${screen.kind}`}
            key={screen.kind}
            onClick={(event) => {
              event.preventDefault();
              go(screen);
            }}
          >
            {label}
          </a>
        ))}
      </nav>
      {kind === 'vms' && <Freshness />}
    </footer>
  );
}

export function Home() {
  return (
    <main className="flex h-full flex-col [@media(max-height:420px)]:overflow-y-auto">
      <SpendHeader />
      <WithMessages>
        <VmList />
      </WithMessages>
      <Footer />
    </main>
  );
}
