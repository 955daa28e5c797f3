import { makeRates, phaseOf } from '../../src/shared/domain/testing/records.ts';
import { NOT_BILLED, rateOf, type Vm } from '../../src/shared/domain/vm.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import { type VmLogin, vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { type AppState, initialState } from '../../src/shared/state/index.ts';

/** The current time in all specs, ms since the epoch. */
export const NOW = Date.UTC(2026, 10, 12, 14, 3);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const iso = (msAgo: number) => new Date(NOW - msAgo).toISOString();

interface VmOptions extends Partial<Vm> {
  /** ms since it started. */
  readonly age?: number;
  /** $/h while it runs, and of that for its disk. */
  readonly perHour?: number | null;
  readonly disk?: number | null;
}

const DISK = 0.05;

/** A running VM with every documented field. */
export function makeVm(
  number: number,
  { age = HOUR, perHour = 0.55, disk = DISK, ...fields }: VmOptions = {},
): Vm {
  const isPriced = perHour !== null && disk !== null;
  const node = `vm${String(1 + (number % 9)).padStart(2, '0')}`;
  return {
    id: `3f2a${String(number).padStart(4, '0')}-0c1d-4e5f-8a9b-0123456789ab`,
    defaultName: `vm-${number}`,
    label: null,
    gpuType: '4090',
    gpuCount: 1,
    storageGb: 200,
    ramGb: 64,
    cpuCores: 16,
    ipAddress: `203.0.113.${number % 250}`,
    status: 'running',
    phase: phaseOf(fields.status ?? 'running'),
    createdAt: iso(age + 3 * MINUTE),
    startedAt: iso(age),
    stoppedAt: null,
    autoRestart: false,
    rates: makeRates({
      running: rateOf(perHour),
      gpuPerHour: isPriced ? Math.round((perHour - disk) * 100) / 100 : null,
      storagePerHour: disk,
    }),
    billed: NOT_BILLED,
    cpuPercent: 40,
    ramPercent: 30,
    cpuModel: 'AMD EPYC 7763',
    effects: {},
    order: { node, rental: 'on_demand' },
    facts: { Node: node, Owner: 17, Rental: 'on demand', Reservation: null },
    ...fields,
  };
}

const BLANK = initialState({ platform: 'linux', version: '', hasTray: true, isOnline: true }, 0);

/** Short names are on; two terminals and three editors are installed. */
export const SSH: AppState['ssh'] = {
  ...BLANK.ssh,
  include: 'active',
  terminals: [
    { id: 'gnome-terminal', name: 'GNOME Terminal' },
    { id: 'xterm', name: 'xterm' },
  ],
  editors: [
    { id: 'vscode', name: 'VS Code' },
    { id: 'zed', name: 'Zed' },
    { id: 'jetbrains-gateway', name: 'JetBrains Gateway' },
  ],
};

/** The login of a VM without problems. */
function loginOf({ label, defaultName, ipAddress, phase }: Vm, hasNames: boolean): VmLogin {
  const slug = (label || defaultName || '').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const alias = `gpu-${slug.replace(/^-|-$/g, '').slice(0, 36)}`;
  const hasAddress = ipAddress !== null && /^[\d.]+$/.test(ipAddress);
  return {
    alias,
    command: hasAddress ? `ssh ${hasNames ? alias : `ubuntu@${ipAddress}`}` : null,
    hasAddress,
    reach: phase === 'running' ? 'ready' : null,
  };
}

/** The logins of all VMs that are not destroyed. */
export function loginsOf(
  snapshots: Readonly<Record<string, AccountSnapshot>>,
  hasNames = true,
): AppState['vmSshAccess'] {
  return Object.fromEntries(
    Object.entries(snapshots).flatMap(([accountId, { vms }]) =>
      (vms.value?.vms ?? [])
        .filter(({ phase }) => phase !== 'destroyed')
        .map((vm) => [vmKey(accountId, vm.id), loginOf(vm, hasNames)]),
    ),
  );
}
