import { loginObstacle, type VmLogin } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { messages } from './messages.ts';

/** ms after the start during which "ready to log in" is shown; later it goes without saying. */
const NEWS_MS = 15 * 60_000;

/** The second line of a row. */
export interface SecondLine {
  /** 0–100; null: unknown, or meaningless in this state. */
  readonly cpu: number | null;
  readonly ram: number | null;
  /** The status, unless the group heading says it. */
  readonly status: string | null;
  /** ms since the epoch. The service reports no such time for starting and stopping. */
  readonly creatingSince: number | null;
  /** A changed host key. */
  readonly trouble: string | null;
  /** Node, account and login state; the end is cut off first. */
  readonly details: readonly string[];
}

/** What the second line is made from. */
export interface RowFacts {
  readonly vm: Vm;
  /** Undefined: not known yet. */
  readonly login: VmLogin | undefined;
  /** Null with a single account. */
  readonly accountLabel: string | null;
}

function statusLabel(vm: Vm): string | null {
  const phase = vmPhase(vm.status);
  switch (phase) {
    case 'running':
    case 'stopped':
    case 'destroyed':
      return null;
    case 'changing':
      return `${vm.status}…`;
    case 'interrupted':
    case 'failed':
    case 'offline':
      return phase;
    case 'unknown':
      return printable(vm.status) || messages.noStatus;
  }
}

function isJustStarted(vm: Vm, now: number): boolean {
  const since = parseDateTime(vm.startedAt ?? vm.createdAt);
  return since !== null && now - since < NEWS_MS;
}

/** Login state of a running VM. @param isAlone the line has no other text */
function loginLabel({ vm, login }: RowFacts, isAlone: boolean, now: number): string {
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return obstacle.toLowerCase();
  if (login?.reach === 'waiting') return messages.waitingForSsh;
  return login?.reach === 'ready' && (isAlone || isJustStarted(vm, now)) ? messages.ready : '';
}

/** Null: the row has no second line. @param now ms since the epoch */
export function secondLine(facts: RowFacts, now: number): SecondLine | null {
  const { vm, login, accountLabel } = facts;
  const isRunning = vmPhase(vm.status) === 'running';
  const status = statusLabel(vm);
  const creatingSince = vm.status === 'creating' ? parseDateTime(vm.createdAt) : null;
  const trouble = login?.changedKey ? messages.hostKeyChanged : null;
  const node = isRunning || status !== null ? printable(vm.node ?? '') : '';
  // Only one of trouble and load fits into a narrow panel.
  const showsLoad = isRunning && trouble === null;
  const cpu = showsLoad ? vm.cpuPercent : null;
  const ram = showsLoad ? vm.ramPercent : null;
  const isAlone = cpu === null && ram === null && trouble === null && node === '';
  const loginState = isRunning ? loginLabel(facts, isAlone && accountLabel === null, now) : '';
  // Two of the three fit; the details screen has the node too.
  const place = accountLabel !== null && loginState !== '' ? '' : node;
  const details = [place, accountLabel ?? '', loginState].filter((text) => text !== '');
  return isAlone && status === null && details.length === 0
    ? null
    : { cpu, ram, status, creatingSince, trouble, details };
}

const tall = new WeakMap<Vm, boolean>();

/** Cached per VM, because the height of the list needs all of them. */
function isTallAlone(vm: Vm): boolean {
  const known = tall.get(vm);
  if (known !== undefined) return known;
  const isTall = secondLine({ vm, login: undefined, accountLabel: null }, 0) !== null;
  tall.set(vm, isTall);
  return isTall;
}

/** Whether a row has a second line. Independent of time: a row that shrinks would move all rows below. */
export function hasSecondLine({ vm, login, accountLabel }: RowFacts): boolean {
  if (accountLabel !== null || isTallAlone(vm)) return true;
  if (login === undefined) return false;
  const isRunning = vmPhase(vm.status) === 'running';
  return login.changedKey !== null || (isRunning && (login.reach !== null || !login.hasAddress));
}
