import { type AppAccount, ownerName } from '../../../shared/accounts/index.ts';
import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { runCost } from '../../../shared/domain/run-cost.ts';
import { gpuLabel, vmName } from '../../../shared/domain/vm.ts';
import { appFreshness, freshnessLabel } from '../../../shared/polling/freshness.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { costIn, monthName } from '../../../shared/usage/app-totals.ts';
import { goBack } from '../../navigation.ts';
import { useAccount, useApp, useListedVm, type VmOfAccount, type VmTarget } from '../../store.ts';
import {
  Button,
  Money,
  ScreenFrame,
  ScreenSection,
  StatusMark,
  useMinute,
} from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';
import { AutoStopLine } from '../auto-stop/stop-later.tsx';
import { Load } from '../gpu-load/gpu-load.tsx';
import { LaunchAgain } from '../launch/launch-buttons.tsx';
import { Actions } from '../operations/actions.tsx';
import { LoginSection } from '../ssh/login-section.tsx';
import { messages, statusText } from './details-messages.ts';
import { clusterLabel } from './messages.ts';
import { More } from './more.tsx';
import { stateText } from './row-texts.ts';

function Age({ account }: { readonly account: AppAccount }) {
  const now = useMinute();
  const label = useApp(({ snapshots }) => {
    const freshness = appFreshness({ accounts: [account], snapshots });
    return freshness.kind === 'live' ? null : freshnessLabel(freshness, now);
  });
  return label === null ? null : <span className="text-quiet">{label}</span>;
}

function Summary({ vm, account }: VmOfAccount) {
  const now = useMinute();
  const { id: accountId } = account;
  const key = vmKey(accountId, vm.id);
  const firstSeen = useApp((app) => app.firstSeen[key] ?? null);
  const place = useApp(({ accounts }) => ownerName(accounts, accountId) ?? '');
  const listed = { key, accountId, vmId: vm.id, account, vm };
  const state = useApp((app) => stateText(app, listed, now));
  return (
    <div className="flex flex-wrap gap-x-2 pb-3">
      <span className="mt-0.5">
        <StatusMark phase={vm.phase} />
      </span>
      <div className="min-w-0 flex-1 basis-32 break-words">
        <p className="font-medium">
          {statusText(vm, state, firstSeen, now)} <Age account={account} />
        </p>
        <p className="line-clamp-3 text-quiet text-small" dir="auto">
          {[gpuLabel(vm), clusterLabel(vm), place].filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      <p className="shrink-0 font-semibold text-figure">
        <Money amount={vm.billed.perHour} isAtLeast={vm.rates.now?.isAtLeast} per="h" />
      </p>
    </div>
  );
}

/** The cost of this run and this month, and of a further run. The rate is at the top. */
function Cost({ vm, account }: VmOfAccount) {
  const text = messages.cost;
  const now = useMinute();
  const key = vmKey(account.id, vm.id);
  const billed = vm.billed.perHour;
  /** The last usage report, and the current rate since then. */
  const month = useApp(({ vmCosts }) => {
    const { asOf = now, month = {} } = vmCosts[account.id] ?? {};
    return costIn('month', { known: month[vm.id] ?? null, asOf, perHour: billed }, now);
  });
  const problem = useApp(({ snapshots }) => snapshots[account.id]?.spend.problem ?? null);
  // A rate without figures of its own is from the list.
  const place = account.can.includes('spend') ? 'spend' : 'list';
  const firstSeen = useApp((app) => app.firstSeen[key] ?? null);
  const figures = [
    { name: text.run, amount: runCost(vm, now, firstSeen), isAtLeast: firstSeen !== null },
    { name: monthName(now), amount: month },
    {
      name: text.whenRunning,
      amount: vm.phase === 'running' ? null : (vm.rates.running?.perHour ?? null),
      per: 'h',
    },
  ] as const;
  return (
    <ScreenSection isTitleHidden title={text.title}>
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
            ? text.unknown(serviceName([account]))
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
    <ScreenFrame title={name ?? messages.title}>
      <p className="pb-2" role="status">
        {messages.gone}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button label={messages.back} onClick={goBack} />
        <LaunchAgain accountId={accountId} vmId={vmId} />
      </div>
    </ScreenFrame>
  );
}

export function VmDetails({ accountId, vmId }: VmTarget) {
  const account = useAccount(accountId);
  const isWeb = useApp(({ launchedVms }) => launchedVms[vmKey(accountId, vmId)]?.hasWeb === true);
  const vm = useListedVm(accountId, vmId);
  if (account === undefined || vm === undefined) return <Gone accountId={accountId} vmId={vmId} />;
  return (
    <ScreenFrame title={vmName(vm)}>
      <Summary account={account} vm={vm} />
      <LoginSection account={account} vm={vm} />
      {isWeb && (
        <div className="pb-3 text-quiet text-small">
          {messages.web} <ConsoleLink accountId={accountId} />
        </div>
      )}
      <Actions account={account} vm={vm} />
      <AutoStopLine account={account} vm={vm} />
      <Cost account={account} vm={vm} />
      <Load account={account} vm={vm} />
      <More account={account} vm={vm} />
    </ScreenFrame>
  );
}
