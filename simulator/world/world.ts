import type { SimulatorClock } from '../clock.ts';
import { type Account, createAccounts } from './accounts.ts';
import { currentSpend, spentUntil } from './billing.ts';
import { bringUp, fateOf, pastOf, rentalOf } from './history.ts';
import { buildVm, type Machines, settle, type World } from './lifecycle.ts';
import { toMicros } from './money.ts';
import { createNodes } from './offers.ts';
import { firstPrices } from './prices.ts';
import { fraction, hash, type NonEmpty, pick, uuid } from './seeded.ts';
import { GPU_COUNTS, type LoadProfile, RESERVATION_MONTHS, type Vm, type VmOrder } from './vm.ts';

const NAMES: NonEmpty<readonly [label: string, profile: LoadProfile]> = [
  ['train-llama', 'training'],
  ['sd-webui', 'serving'],
  ['notebook', 'idle'],
  ['vllm-prod', 'serving'],
  ['finetune-qwen', 'training'],
  ['eval', 'training'],
  ['comfy-batch', 'serving'],
  ['whisper-asr', 'serving'],
  ['render-farm', 'training'],
  ['scratch', 'idle'],
  ['embeddings', 'serving'],
  ['lora-portrait', 'training'],
];

export const VMS: Machines = {
  idOf: uuid,
  network: 20,
  names: NAMES.map(([name]) => name).join(' '),
};

/** Label and load profile of VM number `index`. Reused names get a number: `scratch-2`. */
function nameOf({ names }: Machines, seed: number, index: number) {
  const labels = names.split(' ');
  const { length } = labels;
  const place = (index + (hash(seed, 11) % length)) % length;
  const [own, profile] = NAMES[place] ?? NAMES[0];
  const name = labels[place] ?? own;
  // One in ten; exactly one of the first dozen, which a demo shows.
  const isUnlabeled = index < length ? index === 5 : fraction(seed, index, 12) < 0.1;
  if (isUnlabeled) return { label: null, profile };
  const round = Math.floor(index / length);
  return { label: round === 0 ? name : `${name}-${round + 1}`, profile };
}

const DISKS: NonEmpty<number> = [50, 100, 200, 500, 1000];

function seededVm(world: World, account: Account, start: number): Vm {
  const index = account.vms.length;
  const chance = hash(world.seed, account.userId, index, 41);
  const fate = fateOf(hash(world.seed, account.userId), index);
  const order = {
    node: pick(world.nodes, chance, 1),
    gpuCount: hash(chance, 2) % 2 === 0 ? 1 : pick(GPU_COUNTS, chance, 3),
    storageGb: pick(DISKS, chance, 4),
    reservationMonths: pick(RESERVATION_MONTHS, chance, 5),
    ...rentalOf(fate),
    ...nameOf(world.machines, hash(world.seed, account.userId), index),
  } as const;
  const vm = buildVm(world, account, order, (seed) => pastOf(fate, seed, start));
  if (fate === 'spot') bringUp(vm, start);
  return vm;
}

/** Gives the account `count` VMs with a history, and a balance for at least two days of them. */
function populate(world: World, account: Account, count: number, start: number): void {
  const { vms } = account;
  while (vms.length < count) vms.push(seededVm(world, account, start));
  vms.sort((a, b) => b.phases[0].from - a.phases[0].from || b.vmid - a.vmid);
  const twoDays = toMicros(48 * currentSpend(vms, start).total_per_hour);
  account.paidIn = Math.max(toMicros(250), twoDays) + spentUntil(vms, start);
}

/** A seed and a start always give the same fleet. @param vms of the first account */
export function createWorld(
  seed: number,
  vms: number,
  clock: SimulatorClock,
  machines = VMS,
): World {
  const start = Math.floor(clock.now() / 1000) * 1000;
  const world: World = {
    seed,
    clock,
    accounts: createAccounts(seed),
    nodes: createNodes(seed),
    prices: firstPrices(),
    machines,
  };
  for (const [index, account] of world.accounts.entries()) {
    // Few VMs in the second account, so that mixing up accounts is obvious.
    populate(world, account, index === 0 ? vms : Math.min(vms, 3), start);
  }
  return world;
}

/** Applies all due transitions; call before reading VMs. Returns the simulated time, ms. */
export function present(world: World): number {
  const now = world.clock.now();
  for (const account of world.accounts) {
    for (const vm of account.vms) settle(vm, now);
  }
  return now;
}

const USUAL_ORDER = {
  gpuCount: 1,
  storageGb: 100,
  rentalType: 'on_demand',
  reservationMonths: 1,
  autoRestart: null,
  label: null,
  profile: 'serving',
} as const satisfies Omit<VmOrder, 'node'>;

type NewOrder = Partial<VmOrder> & Pick<VmOrder, 'node'>;

/** Adds a VM in `creating` at the head of the account's list. */
export function rentVm(world: World, account: Account, order: NewOrder): Vm {
  const born = Math.floor(world.clock.now() / 1000) * 1000;
  const whole = { ...USUAL_ORDER, ...order };
  const vm = buildVm(world, account, whole, () => [{ from: born, status: 'creating' }]);
  account.vms.unshift(vm);
  return vm;
}
