import type { Spend } from '../../../shared/domain/billing.ts';
import { runningSince, type Vm, type VmPhase } from '../../../shared/domain/vm.ts';
import type { GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import { SSH_PROBLEMS } from '../../../shared/ssh/shell-only.ts';
import { runTime } from '../../ui/time.ts';

const GPU_PROBLEMS: Readonly<Record<GpuLoadProblem, string>> = {
  ...SSH_PROBLEMS,
  noProgram: 'nvidia-smi is not installed on the VM.',
  programFailed: 'nvidia-smi failed on the VM.',
  unreadable: 'nvidia-smi reported no GPUs.',
  tooMany: 'GPU Tray reads the first 100 VMs only.',
};

const gib = (mib: number) => (mib / 1_024).toFixed(1);

export const messages = {
  title: 'VM',
  gone: 'This VM is no longer in the list.',
  back: 'Back to the list',
  unknown: '—',
  ssh: 'SSH',
  cost: {
    title: 'Cost',
    run: 'This run',
    whenRunning: 'When running',
    unknown: (service: string) => `${service} hasn’t reported its current cost.`,
  },
  load: 'Load',
  gpu: {
    name: (index: number) => `GPU ${index}`,
    all: (count: number) => `${count} GPUs`,
    allMemory: 'VRAM',
    memory: (used: number, total: number) => `${gib(used)}/${gib(total)} GiB`,
    /** @param temperature °C @param power W; null: unknown */
    heat: (temperature: number | null, power: number | null) =>
      [
        ...(temperature === null ? [] : [`${Math.round(temperature)} °C`]),
        ...(power === null ? [] : [`${Math.round(power)} W`]),
      ].join(' · '),
    course: (since: string) => `Load since ${since}`,
    asOf: (when: string) => `Last figures ${when}`,
    asking: 'Reading GPU load…',
    offer: 'Show GPU load…',
    retry: 'Try again',
    problem: (problem: GpuLoadProblem) => `No GPU load. ${GPU_PROBLEMS[problem]}`,
  },
  more: 'More',
  copied: 'Copied',
  opening: 'Opening…',
  openTerminal: 'Open in terminal',
  openTerminalHint: 'Open in terminal (Ctrl/Cmd+O)',
  copySsh: 'Copy SSH command',
  copySshHint: 'Copy SSH command (Ctrl/Cmd+C)',
  openConsole: 'Open console',
  note: {
    noMatch: 'No VM matches',
    showAll: 'Show all',
    seeOffers: 'See offers',
    noData: 'No VMs to show yet',
    billed: 'Billed VMs',
  },
  noTerminal: 'No terminal found on this computer.',
  chooseTerminal: 'Choose a terminal',
  forward: {
    open: 'Copy port forward…',
    port: 'Port to forward',
    copy: 'Copy port forward',
    invalid: 'Enter a port from 1 to 65535.',
  },
  login: {
    title: (isSet: boolean) => `Login for this VM${isSet ? ' (set)' : ''}`,
    /** @param port the provider's; undefined: it names none */
    hint: (port: number | undefined) =>
      `Empty fields use the login from Settings.${port === undefined ? '' : ` Its port is ${port}, set by the provider.`}`,
  },
  hostKey: {
    check: 'Check host key',
    checking: 'Checking…',
    removal: 'Command that removes the stored key',
    removalHint: 'Run it once you have verified the new key.',
  },
} as const;

const HINTS: Readonly<Partial<Record<VmPhase, string>>> = {
  failed: 'The console may show why.',
  offline: 'Its provider can’t reach it.',
  unconfirmed: 'It is missing from the list and may be gone.',
};

function hintOf({ phase, billed: { perHour } }: Vm): string | undefined {
  if (phase !== 'stopped' && phase !== 'interrupted') return HINTS[phase];
  if (perHour === 0) return undefined;
  return perHour === null ? 'Its disk may still be billed.' : 'Its disk still bills.';
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `Running · 12 h · ready`, `Stopped 3 d. Its disk still bills.` @param state as in its row @param firstSeen @param now ms since the epoch */
export function statusText(vm: Vm, state: string, firstSeen: number | null, now: number): string {
  if (vm.phase === 'running') {
    const parts = ['Running', runTime(runningSince(vm), firstSeen, now), state];
    return parts.filter(Boolean).join(' · ');
  }
  const text = capitalized(state);
  const hint = hintOf(vm);
  return text.endsWith('…') ? text : [`${text}.`, hint].filter(Boolean).join(' ');
}

/** @param from the lowest rate of the offers; null: unknown */
export const noVms = (from: string | null) =>
  `No VMs.${from === null ? '' : ` Launch one from ${from}`}`;

/** Text below the VMs of a billing-only key; null: the header says all. @param spend null: not received yet */
export function billedNote(spend: Spend | null): string | null {
  if (spend === null) return 'No billing data yet.';
  const { vms, skipped, perHour } = spend;
  if (skipped > 0) return `${skipped === 1 ? 'One VM' : `${skipped} VMs`} could not be read.`;
  return vms.length === 0 && perHour === 0 ? 'Nothing is billed right now.' : null;
}
