import { loginObstacle, type VmLogin } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';

/** ms that "ready to log in" is news of a VM that has started; that one can is the rule after that. */
const NEWS_MS = 15 * 60_000;

/** What a row says below its first line. */
export interface SecondLine {
  /** 0–100; null: not known, or of no meaning in this state. */
  readonly cpu: number | null;
  readonly ram: number | null;
  /** The status, where the heading above does not say it. */
  readonly status: string | null;
  /** Since when somebody waits for it to be created, ms since the epoch; when it began to start or stop, nobody says. */
  readonly waitsSince: number | null;
  /** What is wrong with logging in. */
  readonly trouble: string | null;
  /** Where it runs, whose it is, whether one can log in: the last of them is the first to be cut off. */
  readonly words: readonly string[];
}

/** What a row says of its VM. */
export interface RowFacts {
  readonly vm: Vm;
  /** Undefined: nothing is known of it yet. */
  readonly login: VmLogin | undefined;
  /** Null: there is one account only. */
  readonly accountLabel: string | null;
}

function statusWord(vm: Vm): string | null {
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
      return printable(vm.status) || 'no status';
  }
}

function isJustStarted(vm: Vm, now: number): boolean {
  const since = parseDateTime(vm.startedAt ?? vm.createdAt);
  return since !== null && now - since < NEWS_MS;
}

/** Whether one can log in to a running VM. @param isAlone nothing else is said, so that the line would be empty */
function reachWords({ vm, login }: RowFacts, isAlone: boolean, now: number): string {
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return obstacle.toLowerCase();
  if (login?.reach === 'waiting') return 'waiting for SSH';
  return login?.reach === 'ready' && (isAlone || isJustStarted(vm, now)) ? 'ready to log in' : '';
}

/** Null where the first line says it all. @param now ms since the epoch */
export function secondLine(facts: RowFacts, now: number): SecondLine | null {
  const { vm, login, accountLabel } = facts;
  const isRunning = vmPhase(vm.status) === 'running';
  const status = statusWord(vm);
  const waitsSince = vm.status === 'creating' ? parseDateTime(vm.createdAt) : null;
  const trouble = login?.changedKey ? 'host key changed' : null;
  const node = isRunning || status !== null ? printable(vm.node ?? '') : '';
  // Trouble takes the place of the load: in a narrow panel only one of them fits.
  const showsLoad = isRunning && trouble === null;
  const cpu = showsLoad ? vm.cpuPercent : null;
  const ram = showsLoad ? vm.ramPercent : null;
  const isAlone = cpu === null && ram === null && trouble === null && node === '';
  const reach = isRunning ? reachWords(facts, isAlone && accountLabel === null, now) : '';
  // There is room for two of them, and the details have the node, too.
  const place = accountLabel !== null && reach !== '' ? '' : node;
  const words = [place, accountLabel ?? '', reach].filter((word) => word !== '');
  return isAlone && status === null && words.length === 0
    ? null
    : { cpu, ram, status, waitsSince, trouble, words };
}

const tall = new WeakMap<Vm, boolean>();

/** Worked out once for each VM: the height of the list needs all of them. */
function isTallAlone(vm: Vm): boolean {
  const known = tall.get(vm);
  if (known !== undefined) return known;
  const isTall = secondLine({ vm, login: undefined, accountLabel: null }, 0) !== null;
  tall.set(vm, isTall);
  return isTall;
}

/** Whether a row has a second line. Time alone does not change it: a row that shrinks would move all others. */
export function hasSecondLine({ vm, login, accountLabel }: RowFacts): boolean {
  if (accountLabel !== null || isTallAlone(vm)) return true;
  if (login === undefined) return false;
  const isRunning = vmPhase(vm.status) === 'running';
  return login.changedKey !== null || (isRunning && (login.reach !== null || !login.hasAddress));
}
