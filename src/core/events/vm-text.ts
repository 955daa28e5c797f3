import { ownerName } from '../../shared/accounts/index.ts';
import { noteSentence, type Vm } from '../../shared/domain/vm.ts';
import {
  formatDuration,
  formatMoney,
  formatRate,
  HOUR_MS,
  printable,
} from '../../shared/format/index.ts';
import { endLabel, operationLabel } from '../../shared/operations/operations.ts';
import { lackOf } from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../shared/state/index.ts';
import type { VmChange } from '../../shared/vms/vm-change.ts';
import type { AppEvent, VmEvent } from './event.ts';
import type { EventWords } from './notification.ts';
import { withVmFacts } from './text-parts.ts';

type Of<Kind extends AppEvent['kind']> = Extract<AppEvent, { kind: Kind }>;
type Facts = NonNullable<VmEvent['facts']>;
/** Of a VM that is not listed any more. */
const UNLISTED: Pick<Vm, 'effects'> & Partial<Vm> = { effects: {} };

const accountOf = (state: AppState, accountId: string) =>
  findAccount(state, accountId) ?? ({ provider: 'rental', can: [] } as const);

function adviceOf(change: VmChange, event: VmEvent, state: AppState): string {
  const vm = findVm(state, event) ?? UNLISTED;
  const account = accountOf(state, event.accountId);
  const destroy = operationLabel('destroy', vm);
  switch (change) {
    case 'running':
      return lackOf(account, 'stop') === null ? 'Log in, or set when it stops.' : 'Log in.';
    case 'interrupted':
      if (vm.autoRestart === true) return 'It restarts when its node has room.';
      return vm.operations?.includes('start') === false
        ? `${destroy} it if you no longer need it.`
        : `Start it again, or ${destroy.toLowerCase()} it if you no longer need it.`;
    case 'failed':
      return `Check it in the console, and ${destroy.toLowerCase()} it if it’s still billed.`;
    case 'offline':
      return 'Its node does not respond. Check it in the console if this persists.';
    case 'stopped':
      return `${destroy} it if you no longer need it.`;
    case 'gone':
    case 'destroyed':
      return 'Check the console if you did not destroy it.';
    case 'appeared':
      return `${endLabel(account, vm)} it if you did not launch it.`;
    case 'unknown':
      return 'Check it in the console.';
  }
}

/** The rate; for an interrupted or stopped VM the rate before and of its disk. Null: unknown. */
function money({ change, perHour, wasPerHour: was }: Facts): string | null {
  if (change !== 'interrupted' && change !== 'stopped')
    return perHour === null ? null : formatRate(perHour);
  const disk = perHour !== null && (was === null || perHour < was) ? formatRate(perHour) : null;
  if (was === null) return disk === null ? null : `Disk now ${disk}`;
  return `Was ${formatRate(was)}${disk === null ? '' : `, disk now ${disk}`}`;
}

/** Text of a change of a VM. The title for a VM that is gone names the length and the cost of the run. */
export function vmText(event: VmEvent, state: AppState): EventWords {
  const { accountId, name, what, facts } = event;
  // A launch in this app is not notified.
  const place = facts?.change === 'appeared' ? ' elsewhere' : '';
  const title = printable(`${name} ${what}${place}`);
  if (facts === undefined) return { title, body: '' };
  const { hideAmounts } = state.preferences;
  const { ranMs, gpu, change, wasPerHour: was } = facts;
  const cost = was === null || ranMs === null ? null : (was * ranMs) / HOUR_MS;
  const spent = cost === null || hideAmounts ? '' : ` · ${formatMoney(cost)}`;
  const ran = ranMs === null ? '' : ` · ran ${formatDuration(ranMs)}${spent}`;
  const owner = ownerName(state.accounts, accountId);
  const parts = [gpu, hideAmounts ? null : money(facts), owner].filter((part) => part !== null);
  const advice = noteSentence(findVm(state, event) ?? {}) ?? adviceOf(change, event, state);
  const body = [...(parts.length === 0 ? [] : [parts.join(' · ')]), advice].join('. ');
  return { title: `${title}${ran}`, body };
}

/** A VM that turned running while the app was watching, and on which SSH has not answered for minutes. */
export function noLoginText(event: Of<'noLogin'>, state: AppState): EventWords {
  const { accountId, name } = event;
  const vm = findVm(state, event) ?? UNLISTED;
  const end = endLabel(accountOf(state, accountId), vm).toLowerCase();
  const text = `SSH has not answered for 5 min. Check it in the console, or ${end} it.`;
  return { title: `${name} is running`, body: withVmFacts(state, event, text) };
}

/** A VM on which SSH answers. A click copies a command that is not short enough to type; no message has a command. */
export function readyText({ accountId, vmId, name, perHour }: Of<'ready'>, state: AppState) {
  const command = state.vmSshAccess[vmKey(accountId, vmId)]?.command ?? null;
  const isCopied = command !== null && state.ssh.include !== 'active';
  const rate = perHour === null || state.preferences.hideAmounts ? null : formatRate(perHour);
  return {
    title: `You can log in to ${name}`,
    body: rate === null ? '' : `${rate}.`,
    hint: isCopied ? `Click to copy: ${command}` : (command ?? 'Click to see its details.'),
    ...(isCopied && { copy: { accountId, vmId, what: 'ssh' } }),
  } satisfies EventWords;
}
