import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** What a row says below its first line. */
export interface SecondLine {
  /** 0–100; null: not known, or of no meaning in this state. */
  readonly cpu: number | null;
  readonly ram: number | null;
  /** The status, where the heading above does not say it. */
  readonly status: string | null;
  /** Where it runs, whose it is, what is missing. */
  readonly words: readonly string[];
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

/** Null where the first line says it all. @param accountLabel null: there is one account only */
export function secondLine(vm: Vm, accountLabel: string | null): SecondLine | null {
  const isRunning = vmPhase(vm.status) === 'running';
  const status = statusWord(vm);
  const node = isRunning || status !== null ? printable(vm.node ?? '') : '';
  const cpu = isRunning ? vm.cpuPercent : null;
  const ram = isRunning ? vm.ramPercent : null;
  const missing = isRunning && vm.ipAddress === null ? 'no address yet' : '';
  const words = [missing, node, accountLabel ?? ''].filter((word) => word !== '');
  const isEmpty = cpu === null && ram === null && status === null && words.length === 0;
  return isEmpty ? null : { cpu, ram, status, words };
}

const tall = new WeakMap<Vm, boolean>();

/** Whether a row has a second line, worked out once for each VM: the height of the list needs all of them. */
export function hasSecondLine(vm: Vm, accountLabel: string | null): boolean {
  if (accountLabel !== null) return true;
  const known = tall.get(vm);
  if (known !== undefined) return known;
  const isTall = secondLine(vm, null) !== null;
  tall.set(vm, isTall);
  return isTall;
}
