import { useState } from 'react';
import {
  type Alert,
  loudAlerts,
  minutesOf,
  snoozeEndOf,
  UNTIL_ENDED,
} from '../../../shared/alerts/alert.ts';
import { alertDetail, alertOwner, ruleMessages } from '../../../shared/alerts/alert-messages.ts';
import { alertNow } from '../../../shared/alerts/alert-now.ts';
import { type AlertRule, groupOf, isAmountRule } from '../../../shared/alerts/alert-rules.ts';
import { eventText } from '../../../shared/alerts/event-text.ts';
import { highestReason } from '../../../shared/domain/account-state.ts';
import { clockTime, hiding, joined, shortDate } from '../../../shared/format/index.ts';
import { canStop } from '../../../shared/operations/operations.ts';
import { asOfTime } from '../../../shared/polling/freshness.ts';
import { bridge, go, useApp, useHiding, useVm, type VmTarget } from '../../store.ts';
import {
  Button,
  Icon,
  keyed,
  RequestButton,
  ScreenFrame,
  ScreenSection,
  Segments,
  useMinute,
} from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { RowName } from '../usage/table.tsx';
import { BannerStrip, useBanners } from './message-list.tsx';
import { SnoozeMenu, Step } from './next-step.tsx';
import { Rules, useRuleTitle } from './rules.tsx';

function StopVm(target: VmTarget) {
  const own = useVm(target);
  const isStoppable = useApp((app) => own && canStop(app, own.account, own.vm));
  if (!isStoppable) return null;
  const stop = () => go({ kind: 'vm', ...target, operation: 'stop' });
  return <Button label="Stop…" onClick={stop} tone="link" />;
}

function Steps({ alert }: { readonly alert: Alert }) {
  const now = useMinute();
  const { id, rule, accountId, vmId, isMuted } = alert;
  const vm = accountId === null || vmId === null ? null : { accountId, vmId };
  if (isMuted && vm !== null) {
    const unmute = () => bridge.muteVm({ ...vm, isMuted: false });
    return <RequestButton label="Unmute" request={unmute} />;
  }
  if (snoozeEndOf(alert, now) !== null) {
    const wake = () => bridge.snoozeAlert({ alertId: id, snooze: null });
    return <RequestButton label="Wake" request={wake} />;
  }
  return (
    <>
      {vm !== null && <StopVm {...vm} />}
      {vm === null && accountId !== null && (
        <AdvisedConsole accountId={accountId} advice={ruleMessages[rule].advice} />
      )}
      <Step step={{ kind: 'snooze', alert }} />
    </>
  );
}

/** For how long and by how much, then since when and why. */
function AlertRow({ alert }: { readonly alert: Alert }) {
  const now = useMinute();
  const app = useApp((all) => all);
  const { rule, accountId, vmId, name, openedAt, isMuted } = alert;
  const snoozeEnd = snoozeEndOf(alert, now);
  const snoozed =
    snoozeEnd === UNTIL_ENDED
      ? 'muted until it ends'
      : snoozeEnd && `snoozed until ${asOfTime(snoozeEnd, now)}`;
  const isAmount = isAmountRule(rule);
  const isRate = rule === 'hourlyRate' || rule === 'accountRate';
  const states = Object.entries(app.snapshots).filter(([id]) => [null, id].includes(accountId));
  // The VM that was the highest when the alert opened may be off.
  const highest = isRate && highestReason(states.map(([, state]) => state));
  const lasts = minutesOf(now - openedAt);
  const details = [
    isMuted && 'muted',
    snoozed,
    alertOwner(app.accounts, alert),
    `since ${asOfTime(openedAt, now)}`,
    // The title has the amounts of now.
    alertDetail(isAmount ? { ...alert, value: null, ...highest } : alert),
  ];
  const shown = hiding(app.preferences)(joined(details));
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3">
      <div className="min-w-0 flex-1 basis-28 select-text">
        <p className="flex gap-1 whitespace-nowrap font-medium" title={alert.message}>
          {name === null || isAmount ? (
            <>
              <span className="one-line">{alertNow(app, alert, now)}</span>{' '}
              {lasts !== null && `· ${lasts}`}
            </>
          ) : (
            <RowName listedBy={accountId} look="one-line" name={name} vmId={vmId} />
          )}
        </p>
        <p className="one-line text-quiet text-small" title={shown || undefined}>
          {shown}
        </p>
      </div>
      <Steps alert={alert} />
    </li>
  );
}

interface AlertGroupProps {
  readonly rule: AlertRule;
  readonly alerts: readonly Alert[];
}

function AlertGroup({ rule, alerts }: AlertGroupProps) {
  const loud = loudAlerts(alerts, useMinute());
  const title = useRuleTitle(rule);
  const tone = groupOf(rule) === 'vms' ? 'text-amber' : 'text-red';
  return (
    <li className="flex gap-2">
      <Icon className={`mt-1 ${loud.length > 0 ? tone : 'text-quiet'}`} name="warning" />
      <div className="min-w-0 grow">
        {alerts[0]?.name !== null && (
          <h2 className="one-line min-h-6 text-quiet text-small">{title}</h2>
        )}
        <ul aria-label={title}>
          {alerts.map((alert) => (
            <AlertRow alert={alert} key={alert.id} />
          ))}
        </ul>
      </div>
    </li>
  );
}

const SHOWN = 10;

function Earlier() {
  const recentEvents = useApp((app) => app.recentEvents);
  const hide = useHiding();
  const rows = keyed(recentEvents, (event) => JSON.stringify(event)).map(({ key, item }) => (
    <li className="grid grid-cols-[5.75rem_minmax(0,1fr)] py-1" key={key}>
      <time className="text-quiet" dateTime={new Date(item.at).toISOString()}>
        {shortDate(item.at)} {clockTime(item.at)}
      </time>
      <span className="break-words select-text" dir="auto">
        {hide(eventText(item))}
      </span>
    </li>
  ));
  return (
    <ScreenSection className="text-small" title="Earlier">
      {rows.length === 0 && <p className="text-quiet">Nothing yet.</p>}
      <ul>{rows.slice(0, SHOWN)}</ul>
      {rows.length > SHOWN && (
        <details>
          <summary className="min-h-7 rounded-md py-1 text-quiet hover:text-ink">
            {rows.length - SHOWN} earlier
          </summary>
          <ul>{rows.slice(SHOWN)}</ul>
        </details>
      )}
    </ScreenSection>
  );
}

export function Alerts() {
  const now = useMinute();
  const alerts = useApp((app) => app.alerts);
  const loud = loudAlerts(alerts, now);
  const others = useBanners().filter(({ kind }) => kind !== 'alert');
  const [part, show] = useState<'open' | 'rules'>('open');
  return (
    <ScreenFrame title="Alerts">
      <div className="flex items-center gap-3 pb-3">
        <div className="min-w-0 grow">
          <Segments
            label="Alerts"
            onChange={show}
            options={[
              { value: 'open', label: loud.length === 0 ? 'Open' : `Open · ${loud.length}` },
              { value: 'rules', label: 'Rules' },
            ]}
            value={part}
          />
        </div>
        {part === 'open' && loud.length > 1 && <SnoozeMenu alerts={loud} />}
      </div>
      {part === 'rules' ? (
        <Rules />
      ) : (
        <>
          {alerts.length === 0 && <p className="pb-5 text-quiet">No open alerts.</p>}
          <ul
            aria-label="Open alerts"
            className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-5 empty:hidden"
          >
            {[...Map.groupBy(alerts, ({ rule }) => rule)].map(([rule, ofRule]) => (
              <AlertGroup alerts={ofRule} key={rule} rule={rule} />
            ))}
          </ul>
          {others.length > 0 && (
            <ScreenSection title="Other messages">
              <ul className="-mx-4">
                {others.map((banner) => (
                  <BannerStrip banner={banner} key={banner.key} />
                ))}
              </ul>
            </ScreenSection>
          )}
          <Earlier />
        </>
      )}
    </ScreenFrame>
  );
}
