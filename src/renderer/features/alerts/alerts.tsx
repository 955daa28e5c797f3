import { useMemo } from 'react';
import {
  type Alert,
  alertDetail,
  alertDuration,
  isLoud,
  ruleMessages,
} from '../../../shared/alerts/index.ts';
import { highestVm, vmName } from '../../../shared/domain/index.ts';
import { canStop } from '../../../shared/operations/index.ts';
import { asOfTime } from '../../../shared/polling/index.ts';
import { findVm } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useAccount, useApp, useListedVm, type VmTarget } from '../../store.ts';
import {
  Button,
  Icon,
  Money,
  RequestButton,
  ScreenFrame,
  ScreenSection,
  useMinute,
} from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { useTotalRate } from '../usage/spend-header.tsx';
import { Earlier } from './earlier.tsx';
import { BannerStrip } from './message-list.tsx';
import { messages } from './messages.ts';
import { SnoozeMenu } from './next-step.tsx';
import { Rules } from './rules.tsx';
import { useBanners } from './use-banners.ts';

function Highest() {
  const snapshots = useApp((app) => app.snapshots);
  const highest = useMemo(() => highestVm(Object.values(snapshots)), [snapshots]);
  if (highest === null) return null;
  return (
    <>
      {' · '}
      {messages.highest} <bdi>{vmName(highest.vm)}</bdi> <Money amount={highest.rate} per="h" />
    </>
  );
}

function RateNow() {
  const rate = useTotalRate();
  return (
    <>
      {' · '}
      {messages.now} <Money amount={rate} per="h" />
      <Highest />
    </>
  );
}

/** Opens the confirmation of a stop where the alert's VM can be stopped from here. */
function StopVm({ accountId, vmId }: Pick<Alert, 'accountId' | 'vmId'>) {
  const account = useAccount(accountId);
  const vm = useListedVm(accountId, vmId);
  const isStoppable = useApp((app) => account && vm && canStop(app, account, vm));
  if (!isStoppable || accountId === null || vmId === null) return null;
  return (
    <Button
      label={messages.stop}
      onClick={() => go({ kind: 'vm', accountId, vmId, operation: 'stop' })}
      tone="link"
    />
  );
}

function OpenAlert({ alert }: { readonly alert: Alert }) {
  const now = useMinute();
  const preferences = useApp((app) => app.preferences);
  const { accountId, vmId, snoozedUntil, isMuted } = alert;
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
  const snoozed = isSnoozed ? messages.snoozedUntil(asOfTime(snoozedUntil, now)) : null;
  // The VM that costs most now is shown instead of the one at the start of the alert.
  const isOverall = alert.rule === 'hourlyRate';
  const detail = alertDetail(isOverall ? { ...alert, reason: null } : alert, preferences);
  return (
    <li className="flex flex-wrap items-start gap-x-2 py-1.5">
      <span className={`mt-0.5 ${isLoud(alert, now) ? 'text-amber' : 'text-quiet'}`}>
        <Icon name="warning" />
      </span>
      <div className="min-w-0 flex-1 basis-28">
        <p className="break-words font-medium select-text">
          {alert.message} {vmId === null && alertDuration(alert, now)}
        </p>
        <p className="break-words text-quiet text-small select-text">
          {isMuted ? messages.muted : (snoozed ?? messages.since(asOfTime(alert.openedAt, now)))}
          {detail !== '' && ` · ${detail}`}
          {isOverall && <RateNow />}
        </p>
        <p className="text-quiet text-small">
          {ruleMessages[alert.rule].advice} <StopVm accountId={accountId} vmId={vmId} />
        </p>
        {accountId !== null && (
          <AdvisedConsole accountId={accountId} advice={ruleMessages[alert.rule].advice} />
        )}
      </div>
      {isMuted && accountId !== null && vmId !== null ? (
        <Unmute accountId={accountId} vmId={vmId} />
      ) : isSnoozed ? (
        <RequestButton
          label={messages.wake}
          request={() => bridge.snoozeAlert({ alertId: alert.id, snooze: null })}
        />
      ) : (
        <SnoozeMenu alert={alert} />
      )}
    </li>
  );
}

function Unmute(vm: VmTarget) {
  return (
    <RequestButton
      label={messages.unmute}
      request={() => bridge.muteVm({ ...vm, isMuted: false })}
    />
  );
}

function MutedVms() {
  const keys = useApp((app) => app.preferences.mutedVms);
  const snapshots = useApp((app) => app.snapshots);
  if (keys.length === 0) return null;
  return (
    <ScreenSection title={messages.mutedVms}>
      <ul>
        {keys.map((key) => {
          const [accountId = '', vmId = ''] = key.split(/\/(.*)/s);
          const vm = findVm({ snapshots }, { accountId, vmId });
          return (
            <li className="flex items-center justify-between gap-2 py-1" key={key}>
              <bdi className="min-w-0 break-words">
                {vm === undefined ? messages.unknownVm(vmId.slice(0, 8)) : vmName(vm)}
              </bdi>
              <Unmute accountId={accountId} vmId={vmId} />
            </li>
          );
        })}
      </ul>
    </ScreenSection>
  );
}

function OpenAlerts() {
  const alerts = useApp((app) => app.alerts);
  if (alerts.length === 0) return <p className="py-1.5 text-quiet">{messages.none}</p>;
  return (
    <ul aria-label={messages.openList}>
      {alerts.map((alert) => (
        <OpenAlert alert={alert} key={alert.id} />
      ))}
    </ul>
  );
}

/** Open alerts, other messages, rules and earlier events. */
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
      <MutedVms />
      <ScreenSection title={messages.earlier}>
        <Earlier />
      </ScreenSection>
    </ScreenFrame>
  );
}
