import { ownerName } from '../../shared/accounts/index.ts';
import { loudAlerts, SNOOZES } from '../../shared/alerts/alert.ts';
import { gpuLabel } from '../../shared/domain/vm.ts';
import { clipped, counted, formatMoney, joined, printable } from '../../shared/format/index.ts';
import { launchObstacle } from '../../shared/launch/launch-obstacle.ts';
import type { Issue } from '../../shared/polling/issues.ts';
import { type AppState, allVms, type ListedVm } from '../../shared/state/index.ts';
import { groupVms, type VmGroupName } from '../../shared/vms/vm-groups.ts';
import { quickVmMenu } from '../../shared/vms/vm-menu.ts';
import { byRate, vmRow } from '../../shared/vms/vm-row.ts';
import {
  grouped,
  item,
  OPEN_ITEM,
  OPEN_PANEL,
  QUIT_ITEM,
  submenu,
  type TrayMenuItem,
} from './menu-item.ts';

const MAX_RUNNING = 8;
const MAX_WASTE = 3;
/** Characters of the name and of each other text of a label; the price is never cut. */
const MAX_NAME = 32;
const MAX_PART = 16;

const part = (value: string) => clipped(printable(value), MAX_PART);

/** `scratch   $3.19   idle`. */
function vmLabel({ key, vm, accountId }: ListedVm, state: AppState, now: number): string {
  const row = vmRow({ app: state, accountId, now }, vm, key);
  const isQuiet = vm.note == null && vm.phase === 'running';
  const word = state.vmWaste[key]?.word ?? (isQuiet ? '' : row.state);
  const { hideAmounts } = state.preferences;
  const price = hideAmounts || row.perHour === null ? null : formatMoney(row.perHour);
  return joined([clipped(row.name, MAX_NAME), price, part(word)], '   ');
}

function runningItem(listed: ListedVm, state: AppState, now: number): TrayMenuItem {
  const owner = ownerName(state.accounts, listed.accountId);
  // The account, where there are several, and the GPUs: first, since they tell apart what the row does not.
  const facts = joined([owner, part(gpuLabel(listed.vm))]);
  return submenu(vmLabel(listed, state, now), [
    ...(facts === '' ? [] : [item(facts, null)]),
    ...quickVmMenu(state, listed.account, listed.vm).map(({ label, action }) =>
      item(label, action),
    ),
  ]);
}

/** `all.toSorted(compare).slice(0, count)` without sorting all: there may be ten thousand VMs. */
export function firstFew<T>(
  all: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const few: T[] = [];
  for (const one of all) {
    const last = few.at(-1);
    if (few.length >= count && (last === undefined || compare(one, last) >= 0)) continue;
    const place = few.findLastIndex((kept) => compare(one, kept) >= 0) + 1;
    few.splice(place, 0, one);
    if (few.length > count) few.pop();
  }
  return few;
}

/** Idle and stuck VMs, by money, and their review, then running and changing ones, and the number of others. @param lines of them all */
export function vmItems(state: AppState, now: number, lines: number): readonly TrayMenuItem[] {
  const groups = groupVms(allVms(state), state.vmWaste);
  const of = (name: VmGroupName) => groups.find((group) => group.name === name)?.members ?? [];
  const waste = of('waste');
  const running = of('running');
  const total = waste.length + running.length;
  const first = waste.slice(0, MAX_WASTE);
  const review = { kind: 'openPanel', screen: { kind: 'stopIdle' } } as const;
  const stop = first.length === 0 ? [] : [item('Stop idle VMs…', review)];
  const room = lines - first.length - stop.length;
  const best = firstFew(running, Math.min(MAX_RUNNING, room), (a, b) => byRate(a.vm, b.vm));
  const few = first.length + best.length === total ? best : best.slice(0, room - 1);
  const rest = total - first.length - few.length;
  return [
    ...first.map((one) => runningItem(one, state, now)),
    ...stop,
    ...few.map((one) => runningItem(one, state, now)),
    ...(rest > 0 ? [item(`${rest} more`, { kind: 'openPanel', screen: { kind: 'vms' } })] : []),
  ];
}

/** Lines of VMs and problems: with the other seven and two separators, the menu has at most 20. */
const MAX_LINES = 11;
const MAX_PROBLEMS = 3;
const MAX_ALERTS = 5;
const SNOOZE = { hour: 'Snooze for 1 h', tomorrow: 'Snooze until tomorrow' } as const;
const OPEN_ALERTS = { kind: 'openPanel', screen: { kind: 'alerts' } } as const;

/** A line with the number of alerts, without snoozed and muted ones, and without durations, which would redraw it every minute. */
function alertItems({ alerts }: AppState, now: number): readonly TrayMenuItem[] {
  const loud = loudAlerts(alerts, now);
  if (loud.length === 0) return [];
  const rest = loud.length - MAX_ALERTS;
  const shown = loud
    .slice(0, MAX_ALERTS)
    .map(({ id: alertId, message }) =>
      submenu(message, [
        ...SNOOZES.map((snooze) =>
          item(SNOOZE[snooze], { kind: 'snoozeAlert', input: { alertId, snooze } }),
        ),
        item('Show alerts', OPEN_ALERTS),
      ]),
    );
  return [
    submenu(counted(loud.length, 'alert'), [
      ...shown,
      ...(rest > 0 ? [item(counted(rest, 'more alert'), OPEN_ALERTS)] : []),
    ]),
  ];
}

/** One line per issue; a click opens the panel, which offers the next step. A network's login page gets a line of its own. */
function issueItems(issues: readonly Issue[], headline: string): readonly TrayMenuItem[] {
  const loginPages = issues
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === 'openLoginPage' ? [step.accountId] : []))
    .slice(0, 1);
  return [
    ...issues
      .filter(({ kind, tone }) => tone !== 'quiet' || kind === 'notice')
      .map(({ prefix, short }) => `${prefix}${short}`)
      .filter((label) => label !== headline)
      .slice(0, MAX_PROBLEMS)
      .map((label) => item(label, OPEN_PANEL)),
    ...loginPages.map((accountId) =>
      item('Open login page', { kind: 'openLoginPage', input: { accountId } }),
    ),
  ];
}

function screenItems(state: AppState): readonly TrayMenuItem[] {
  const { accounts } = state;
  if (accounts.length === 0) return [];
  const launch = { kind: 'launch', accountId: null } as const;
  const mayLaunch = accounts.some(
    ({ id, can }) => can.includes('rent') && launchObstacle(state, id) === undefined,
  );
  return [
    ...(mayLaunch ? [item('Launch a VM…', { kind: 'openPanel', screen: launch })] : []),
    item('Usage', { kind: 'openPanel', screen: { kind: 'usage', preset: 'month' } }),
  ];
}

export function trayMenu(
  state: AppState,
  issues: readonly Issue[],
  headline: string,
  now: number,
): readonly TrayMenuItem[] {
  const problems = issueItems(issues, headline);
  return grouped([
    [
      state.accounts.length > 0 ? OPEN_ITEM : item('Sign in…', OPEN_PANEL),
      item(headline, null),
      ...problems,
      ...alertItems(state, now),
    ],
    vmItems(state, now, MAX_LINES - problems.length),
    [
      ...screenItems(state),
      item('Settings…', { kind: 'openPanel', screen: { kind: 'settings' } }),
      QUIT_ITEM,
    ],
  ]);
}
