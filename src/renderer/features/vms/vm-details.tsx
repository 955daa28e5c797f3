import { ownerName } from '../../../shared/accounts/index.ts';
import { runCost } from '../../../shared/domain/billing.ts';
import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { gpuLabel, vmName } from '../../../shared/domain/vm.ts';
import { clockTime, joined, parseDateTime, shortDate } from '../../../shared/format/index.ts';
import { appFreshness, freshnessLabel } from '../../../shared/polling/freshness.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { costIn, monthName } from '../../../shared/usage/app-totals.ts';
import { type FieldValue, type VmFieldGroup, vmFields } from '../../../shared/vms/vm-fields.ts';
import { goBack, useApp, useVm, type VmOfAccount, type VmTarget } from '../../store.ts';
import {
  Button,
  fromNow,
  Money,
  ScreenFrame,
  ScreenSection,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { AutoStopLine } from '../auto-stop/stop-later.tsx';
import { Load } from '../gpu-load/gpu-load.tsx';
import { LaunchAgain } from '../launch/launch-buttons.tsx';
import { Actions } from '../operations/actions.tsx';
import { LoginSection, useLoginWays } from '../ssh/login-section.tsx';
import { HostKey, PortForward, VmLoginForm } from '../ssh/ssh-forms.tsx';
import { statusText } from './details-messages.ts';
import { clusterLabel } from './row-texts.ts';

/** `Nov 28, 2026, 14:03`. */
const fullTime = (at: number) =>
  `${shortDate(at)}, ${new Date(at).getFullYear()}, ${clockTime(at)}`;

function Value({ value }: { readonly value: FieldValue }) {
  const now = useMinute();
  if (typeof value === 'string') return value;
  if ('perHour' in value) return <Money amount={value.perHour} per="h" />;
  const time = parseDateTime(value.iso);
  if (time === null) return '—';
  return (
    <>
      {fullTime(time)} <span className="inline-block text-quiet">{fromNow(time, now)}</span>
    </>
  );
}

function Fields({ title, fields }: VmFieldGroup) {
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  if (known.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-quiet text-small">{title}</h3>
      <dl className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] items-baseline gap-x-3">
        {known.map(({ name, value }) => (
          <div className="contents" key={name}>
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 select-text [overflow-wrap:anywhere]" dir="auto">
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function More(own: VmOfAccount) {
  const { vm, account, target, vmKey } = own;
  const { mayLogIn, isShellOnly } = useLoginWays(vm, account);
  const firstSeen = useApp((app) => app.firstSeen[vmKey] ?? null);
  return (
    <details>
      <summary className="w-fit cursor-pointer font-medium text-accent">More</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
        {mayLogIn && !isShellOnly && <PortForward {...target} />}
        {mayLogIn && <HostKey {...target} />}
        {vm.phase !== 'destroyed' && <VmLoginForm {...own} />}
        {vmFields(vm, firstSeen).map((group) => (
          <Fields key={group.title} {...group} />
        ))}
      </div>
    </details>
  );
}

function Summary({ vm, account, target, vmKey: key }: VmOfAccount) {
  const now = useMinute();
  const app = useApp((all) => all);
  const freshness = appFreshness({ ...app, accounts: [account] });
  const place = ownerName(app.accounts, account.id);
  return (
    <div className="flex flex-wrap gap-x-2 pb-3">
      <span className="mt-0.5">
        <StatusMark phase={vm.phase} />
      </span>
      <div className="min-w-0 flex-1 basis-32 break-words">
        <p className="font-medium">
          {statusText(app, { key, ...target, account, vm }, now)}{' '}
          {freshness.kind !== 'live' && (
            <span className="text-quiet">{freshnessLabel(freshness, now)}</span>
          )}
        </p>
        <p className="line-clamp-3 text-quiet text-small" dir="auto">
          {joined([gpuLabel(vm), clusterLabel(vm), place])}
        </p>
      </div>
      <p className="shrink-0 font-semibold text-figure">
        <Money amount={vm.billed.perHour} isAtLeast={vm.rates.now?.isAtLeast} per="h" />
      </p>
    </div>
  );
}

/** The cost of this run and this month, and of a further run. The rate is at the top. */
function Cost({ vm, account, vmKey: key }: VmOfAccount) {
  const now = useMinute();
  const billed = vm.billed.perHour;
  const app = useApp((state) => state);
  const { asOf = now, month: reported = {} } = app.vmCosts[account.id] ?? {};
  /** The last usage report, and the current rate since then. */
  const month = costIn('month', { known: reported[vm.id] ?? null, asOf, perHour: billed }, now);
  const problem = app.snapshots[account.id]?.spend.problem ?? null;
  // A rate without figures of its own is from the list.
  const place = account.can.includes('spend') ? 'spend' : 'list';
  const firstSeen = app.firstSeen[key] ?? null;
  const figures = [
    { name: 'This run', amount: runCost(vm, now, firstSeen), isAtLeast: firstSeen !== null },
    { name: monthName(now), amount: month },
    {
      name: 'When running',
      amount: vm.phase === 'running' ? null : (vm.rates.running?.perHour ?? null),
      per: 'h',
    },
  ] as const;
  return (
    <ScreenSection isTitleHidden title="Cost">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 empty:hidden">
        {figures
          .filter(({ amount }) => amount !== null)
          .map(({ name, ...money }) => (
            <div key={name}>
              <dt className="text-quiet text-small">{name}</dt>
              <dd className="font-medium text-title">
                <Money {...money} />
              </dd>
            </div>
          ))}
      </dl>
      {billed === null && (
        <p className="text-quiet text-small">
          {problem === null
            ? `${serviceName([account])} hasn’t reported its current cost.`
            : describePollingProblem(problem, place).message}
        </p>
      )}
    </ScreenSection>
  );
}

function Gone({ accountId, vmId }: VmTarget) {
  const name = useApp(
    ({ recentEvents }) =>
      recentEvents
        .filter((event) => event.kind === 'vm')
        .find((event) => event.accountId === accountId && event.vmId === vmId)?.name,
  );
  return (
    <ScreenFrame title={name ?? 'VM'}>
      <p className="pb-2" role="status">
        This VM is no longer in the list.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button label="Back to the list" onClick={goBack} />
        <LaunchAgain accountId={accountId} vmId={vmId} />
      </div>
    </ScreenFrame>
  );
}

export function VmDetails({ screen }: { readonly screen: VmTarget }) {
  const own = useVm(screen);
  if (own === undefined) return <Gone accountId={screen.accountId} vmId={screen.vmId} />;
  return (
    <ScreenFrame title={vmName(own.vm)}>
      <Summary {...own} />
      <LoginSection {...own} />
      <Actions {...own} />
      <AutoStopLine {...own} />
      <Cost {...own} />
      <Load {...own} />
      <More {...own} />
    </ScreenFrame>
  );
}
