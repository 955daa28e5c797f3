import { accountPrefix } from '../../../shared/accounts/index.ts';
import { sumRates } from '../../../shared/domain/billing.ts';
import { largestFirst } from '../../../shared/domain/rank.ts';
import { shortName, type Vm } from '../../../shared/domain/vm.ts';
import { formatRate, hiding } from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/bridge.ts';
import { canStop, operationLabel } from '../../../shared/operations/operations.ts';
import { type AppState, allVms, type ListedVm } from '../../../shared/state/index.ts';
import { createTimer } from '../../clock.ts';
import { listed, type Notification, stopButton } from '../../events/index.ts';
import type { DesktopPorts, PartPorts, PartWith, RequestHandlers } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';

/** Not a VM that is stopped or about to be: its disk costs the same whether the user leaves or not. */
function isBilled({ phase, billed: { perHour } }: Vm): boolean {
  if (['running', 'creating', 'starting'].includes(phase)) return perHour !== 0;
  return ['failed', 'offline', 'unknown'].includes(phase) && (perHour ?? 0) > 0;
}

/** Whether an operation that the service has not confirmed stops the VM, or the VM stops itself, which it confirmed. */
function isBeingStopped({ operations, autoStops }: AppState, { key }: ListedVm): boolean {
  if (autoStops[key]?.armed?.isConfirmed === true) return true;
  const pending = operations[key];
  return pending !== undefined && !pending.isOverdue && pending.operation !== 'start';
}

/** The highest rate first. A VM that two accounts list counts once, with the higher rate, and is muted if either account muted it. */
function billedVms(state: AppState): readonly ListedVm[] {
  const sorted = allVms(state)
    .filter((each) => isBilled(each.vm) && !isBeingStopped(state, each))
    .toSorted((a, b) => largestFirst(a.vm.billed.perHour, b.vm.billed.perHour));
  const idOf = ({ account, vm }: ListedVm) => `${account.baseUrl} ${vm.id}`;
  const isMuted = ({ key }: ListedVm) => state.preferences.mutedVms.includes(key);
  return [...Map.groupBy(sorted, idOf).values()].flatMap((same) =>
    same.some(isMuted) ? [] : same.slice(0, 1),
  );
}

/** ` ≥ $1.38/h`, the least where a part is unknown; empty where all rates are unknown. */
function amount(vms: readonly ListedVm[]): string {
  const sum = sumRates(vms.flatMap(({ vm }) => vm.billed.perHour ?? []));
  if (sum === null) return '';
  const isAtLeast = vms.some(({ vm }) => vm.billed.perHour === null || vm.rates.now?.isAtLeast);
  return ` ${formatRate(sum, isAtLeast)}`;
}

/** Null: nothing is billed that the user wants to be reminded of. */
export function leaveReminder(state: AppState) {
  const vms = state.preferences.remindOnLeaving ? billedVms(state) : [];
  const [first] = vms;
  if (first === undefined) return null;
  const shown = hiding(state.preferences);
  const lines = vms.map(
    (each) =>
      `${accountPrefix(state.accounts, each.account)}${shortName(each.vm)}${amount([each])}`,
  );
  const isOne = vms.length === 1;
  const vm = { kind: 'vm', accountId: first.account.id, vmId: first.vm.id } as const;
  const isStoppable = vms.every(({ account, vm }) => canStop(state, account, vm));
  const here = isOne ? 'in its details' : 'in their menus';
  const hasStop = vms.some(({ vm }) => vm.effects.stop !== undefined);
  const act = hasStop ? 'Stop' : operationLabel('destroy', first.vm);
  const step = `${act} ${isOne ? 'it' : 'them'} ${isStoppable ? here : 'in the console'}`;
  const subject = isOne ? `${shortName(first.vm)} keeps` : `${vms.length} VMs keep`;
  const details: Destination = isStoppable ? { ...vm, operation: 'stop' } : vm;
  const destination: Destination = isOne ? details : { kind: 'vms' };
  /** Such as `2 VMs keep billing $1.38/h`. */
  const title = shown(`${subject} billing${amount(vms)}`);
  const list = shown(listed(lines));
  const advice = `${step} if you are done.`;
  const body = isOne ? advice : `${list}. ${advice}`;
  const buttons = isOne && isStoppable ? [stopButton(destination)] : [];
  const notification: Notification = { title, body, destination, buttons };
  return { vms, isStoppable, title, list, advice, notification };
}

type Departure = NonNullable<ReturnType<typeof leaveReminder>>;

/** ms; a screen is often locked for a moment. */
const LOCK_GRACE_MS = 5 * 60_000;

interface LeaveReminderPorts extends Pick<PartPorts, 'show' | 'clock'> {
  readonly store: Pick<StateStore, 'get'>;
}

/** Notifies once per absence: before sleep, after a while with a locked screen, and at the end of the session. */
export function startLeaveReminder({ store, show, clock }: LeaveReminderPorts) {
  let isLocked = false;
  let hasReminded = false;
  const timer = createTimer(clock);

  function remind(): void {
    timer.clear();
    const found = hasReminded ? null : leaveReminder(store.get());
    if (found === null) return;
    hasReminded = true;
    show(found.notification);
  }

  return {
    screenLocked(isNow: boolean) {
      timer.clear();
      isLocked = isNow;
      if (isLocked) timer.set(LOCK_GRACE_MS, remind);
      else hasReminded = false;
    },
    suspended: remind,
    resumed() {
      // A locked computer also wakes by itself.
      if (!isLocked) hasReminded = false;
    },
    remind,
    stop: timer.clear,
  } satisfies PartWith<'remind'>;
}

const QUIT = 'Quit';
const CONSOLE = 'Open console';
const STOP = 'Stop…';

interface QuitPorts extends Pick<PartPorts, 'show'> {
  readonly state: () => AppState;
  readonly desktop: {
    readonly dialogs: Pick<DesktopPorts['dialogs'], 'ask'>;
    readonly panel: Pick<DesktopPorts['panel'], 'open'>;
  };
  readonly requests: Pick<RequestHandlers, 'openConsole' | 'changePreferences'>;
}

/** Asks before the user quits while VMs are billed. Resolves to whether to quit; never rejects. */
export function createQuitQuestion({ state, desktop, show, requests }: QuitPorts) {
  let isOpen = false;

  async function ask({ vms, title, list, advice, ...found }: Departure): Promise<boolean> {
    const stay = state().environment.hasTray ? 'Keep running in the tray' : 'Keep running';
    const account = vms.find((each) => each.account.consoleUrl !== null)?.account;
    const others = found.isStoppable ? [STOP] : account === undefined ? [] : [CONSOLE];
    const buttons = [stay, ...others, QUIT];
    const { button, isChecked } = await desktop.dialogs.ask({
      title,
      detail: `${list}\n\nGPU Tray sends no alerts after you quit. ${advice}`,
      buttons,
      checkbox: 'Don’t remind me when I leave',
    });
    const answer = buttons[button];
    if (answer === STOP) desktop.panel.open(found.notification.destination);
    await Promise.allSettled([
      isChecked && requests.changePreferences({ remindOnLeaving: false }),
      answer === CONSOLE && account && requests.openConsole({ accountId: account.id }),
    ]);
    return answer === QUIT;
  }

  return async (): Promise<boolean> => {
    const found = leaveReminder(state());
    // Quit again while the question is open is an answer, too.
    if (found === null || isOpen) return true;
    isOpen = true;
    try {
      return await ask(found);
    } catch {
      // The app can be quit where nothing can be asked, but not without a word.
      show(found.notification);
      return true;
    } finally {
      isOpen = false;
    }
  };
}
