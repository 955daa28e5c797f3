import { parseBaseUrl } from '../../core/service/index.ts';
import { sshAddress } from '../../core/ssh/index.ts';
import type { AppAccount, AppState } from '../../shared/app/index.ts';
import { type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { clipped, formatRate, printable } from '../../shared/format/index.ts';
import { action, submenu, type TrayMenuItem, text } from './menu-item.ts';

/** Entries of a menu before it says "… and N more". */
const MOST_RUNNING = 10;
const MOST_OTHERS = 20;
/** Characters of each part of a label, so that a long name leaves room for the price behind it. */
const LONGEST_NAME = 32;
const LONGEST_WORD = 16;

/** A VM with what the labels say about it. */
interface ListedVm {
  readonly vm: Vm;
  readonly account: AppAccount;
}

function part(text: string): readonly string[] {
  const shown = clipped(printable(text), LONGEST_WORD);
  return shown === '' ? [] : [shown];
}

function gpus({ gpuType, gpuCount }: Vm): readonly string[] {
  if (gpuType === null) return [];
  return part(gpuCount === null ? gpuType : `${gpuCount} × ${gpuType}`);
}

function rate(vm: Vm, { hideAmounts, currency }: AppState['preferences']): readonly string[] {
  return hideAmounts || vm.hourlyRate === null ? [] : [formatRate(vm.hourlyRate, currency)];
}

function label({ vm, account }: ListedVm, state: AppState): string {
  const status = vmPhase(vm.status) === 'running' ? [] : part(vm.status);
  const owner = state.accounts.length > 1 ? part(account.label) : [];
  const name = clipped(vmName(vm), LONGEST_NAME);
  return [name, ...status, ...gpus(vm), ...rate(vm, state.preferences), ...owner].join(' · ');
}

function isOnThisMachine({ baseUrl }: AppAccount): boolean {
  const base = parseBaseUrl(baseUrl);
  return base.ok && base.url.isLoopback;
}

function vmItem(listed: ListedVm, state: AppState): TrayMenuItem {
  const { vm, account } = listed;
  const target = { accountId: account.id, vmId: vm.id };
  const hasAddress = sshAddress(vm.ipAddress, isOnThisMachine(account)) !== null;
  return submenu(label(listed, state), [
    ...(hasAddress
      ? [
          action('Copy SSH command', { kind: 'copySsh', ...target }),
          action('Copy IP address', { kind: 'copyAddress', ...target }),
        ]
      : [text('No address yet')]),
    ...(account.consoleUrl === null
      ? []
      : [action('Open console', { kind: 'openConsole', accountId: account.id })]),
    action('Details', { kind: 'showVm', ...target }),
  ]);
}

function atMost(most: number, vms: readonly ListedVm[], state: AppState): readonly TrayMenuItem[] {
  const rest = vms.length - most;
  return [
    ...vms.slice(0, most).map((listed) => vmItem(listed, state)),
    ...(rest > 0 ? [action(`… and ${rest} more`, { kind: 'showVms' })] : []),
  ];
}

/** VMs that run first, then those on their way to or from it; the rest one menu deeper. */
export function vmItems(state: AppState): readonly TrayMenuItem[] {
  const listed = state.accounts.flatMap((account) =>
    (state.pictures[account.id]?.vms.value?.vms ?? []).map((vm) => ({ vm, account })),
  );
  const ofPhase = (phase: string) => listed.filter(({ vm }) => vmPhase(vm.status) === phase);
  const active = [...ofPhase('running'), ...ofPhase('changing')];
  const shown = new Set(active);
  const others = listed.filter((vm) => !shown.has(vm));
  return [
    ...atMost(MOST_RUNNING, active, state),
    ...(others.length === 0
      ? []
      : [submenu(`Other VMs (${others.length})`, atMost(MOST_OTHERS, others, state))]),
  ];
}
