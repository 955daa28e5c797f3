import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { CAPTIVE_PORTAL } from '../../simulator/testing/intermediaries.ts';
import { type LaunchOutcome, rentVm } from '../../src/core/launch/index.ts';
import {
  createAccountClient,
  createKeySession,
  createRequestPace,
  loadProvider,
} from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { confirmedRate } from '../../src/shared/launch/launch-rate.ts';
import type { LaunchLogin, LaunchOrder } from '../../src/shared/launch/order.ts';
import { dearerText } from '../../src/shared/launch/outcome-texts.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { baseUrlOf, network, simulate, temporaryFolder, vmIds } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

// One order at each provider, by its adapter from its simulator: at most one VM, and what is said is true.

const ACCOUNT = { id: 'one', baseUrl: 'https://api.example.com' };

interface Rented {
  readonly method: 'POST' | 'PUT';
  /** Path of orders. */
  readonly orders: string;
  /** Null: the disk is not chosen. */
  readonly diskGb: number | null;
  readonly login: LaunchLogin;
  /** GPUs whose price the simulator can change. */
  readonly gpu: RegExp;
}

const PUBLIC_KEY = { method: 'publicKey', publicKey: `ssh-ed25519 ${'A'.repeat(68)}` } as const;

const RENTED: Readonly<Record<ProviderId, Rented>> = {
  runpod: {
    ...{ method: 'POST', orders: '/v2/pods', diskGb: 50, login: PUBLIC_KEY, gpu: /RTX 4090/ },
  },
  vast: {
    ...{ method: 'PUT', orders: '/api/v0/asks/', diskGb: 50, gpu: /^RTX 4090$/ },
    // The account gets the key before the order.
    login: PUBLIC_KEY,
  },
  lambda: {
    ...{ method: 'POST', orders: '/api/v1/instance-operations/launch', diskGb: null, gpu: /^A10 / },
    login: { method: 'registered', id: 'laptop' },
  },
  rental: {
    ...{ method: 'POST', orders: '/vms', diskGb: 50, gpu: /4090/ },
    login: { method: 'registered', id: null },
  },
};

const ALL = Object.keys(RENTED) as ProviderId[];

/** Their VMs carry the mark of the order. */
const MARKED: readonly ProviderId[] = ALL.filter((id) => id !== 'rental');
/** The simulator can change the price, and refuses orders without money. */
const PRICED = ALL.filter((id) => id !== 'lambda');

const WISH = { ...ANY_OFFER, diskGb: 50 };

async function setup(
  provider: ProviderId,
  scope: 'read_write' | 'read_only' = 'read_write',
  isInterruptible = false,
) {
  const { method, orders, diskGb, login, gpu } = RENTED[provider];
  // Its import takes real time.
  const { open, isOwnError } = await loadProvider(provider);
  const time = createSharedTime();
  const sim = await simulate({ provider, vms: 2 }, time.simulatorClock);
  time.observe(sim);
  const { clock, fetch } = time;
  const key = new Secret(sim.credentials[0].apiKeys[scope]);
  const target = { base: baseUrlOf(sim), open, isOwnError };
  const client = createAccountClient(target, network({ clock, fetch }), {
    createSession: () => createKeySession(key),
    pace: createRequestPace(clock, PROVIDERS[provider].minIntervalMs),
  });
  const { renting } = client;
  if (renting === undefined) throw new Error('nothing can be rented');
  const folder = await temporaryFolder();
  const before = new Set(vmIds(sim));

  /** Waits for a free machine, since offers go and come. */
  async function offerOf() {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const reading = await time.passUntil(
        client.offers?.({ ...WISH, isInterruptible }) ?? Promise.reject(new Error('no offers')),
      );
      const offer = reading.offers.find(
        ({ gpuText, stock, terms }) =>
          gpu.test(gpuText) && stock !== 'none' && (terms === 'interruptible') === isInterruptible,
      );
      if (offer !== undefined) return offer;
      await time.pass(60_000);
    }
    throw new Error('everything is sold out');
  }

  const offer = await offerOf();
  const order: LaunchOrder = {
    ...{ offer, login, name: 'train', image: null, bid: null, months: null },
    diskGb,
  };
  let ids = 0;
  const launch = (of: LaunchOrder = order, maxPerHour = offer.price.perHour) =>
    time.passUntil(
      rentVm(
        { order: of, password: null, maxPerHour, mayAddKey: true, stopLater: null },
        {
          ...{ client: { ...client, renting }, clock, folder, account: ACCOUNT },
          newId: () => `order00${++ids}-0000`,
        },
      ),
    );
  const fault = (of: FaultInput['fault'], onMatch?: () => void) =>
    sim.control.addFault({ method, path: orders, fault: of }, onMatch);
  const created = () => vmIds(sim).filter((id) => !before.has(id));
  const notes = () => readFile(join(folder, 'launches.json'), 'utf8').catch(() => '{}');
  async function left() {
    const { launches = [] } = JSON.parse(await notes());
    return {
      vms: created().length,
      sent: sim.control
        .state()
        .requests.log.filter((each) => each.method === method && each.path.startsWith(orders))
        .length,
      notes: launches.filter(({ phase }: { phase: string }) => phase !== 'ended').length,
    };
  }
  const newVm = () => time.passUntil(client.getVm(created()[0] ?? ''));
  return { ...{ sim, time, order, offer, launch, fault, created, left, notes, newVm } };
}

type Setup = Awaited<ReturnType<typeof setup>>;

interface Case {
  readonly arrange?: (at: Setup) => void;
  readonly kind: LaunchOutcome['kind'];
  readonly outcome?: object;
  /** Not at a provider whose VMs carry no mark: a documented refusal is final there. */
  readonly isMarked?: true;
  /** In place of `outcome`. */
  readonly outcomeAt?: Partial<Record<ProviderId, object>>;
  /** VMs that were created, orders, and notes of launches that are not settled. */
  readonly left: readonly [vms: number, sent: number, notes: number];
}

const lost = (fault: FaultInput['fault']): Case => ({
  arrange: (at) => void at.fault(fault),
  kind: 'found',
  left: [1, 1, 0],
});

const notDone = (fault: FaultInput['fault']): Case => ({
  arrange: (at) => void at.fault(fault),
  kind: 'unknown',
  outcome: { vms: [], isAlarm: false, problem: null },
  left: [0, 1, 1],
});

const CASES: Readonly<Record<string, Case>> = {
  'is taken': { kind: 'created', left: [1, 1, 0] },
  'loses its answer': lost({ kind: 'drop-answer' }),
  'is answered after the time limit': lost({ kind: 'late-answer', ms: 3_600_000 }),
  'is answered in another form': lost({ kind: 'wrong-types' }),
  'is done and answers 500': lost({ kind: 'other-answer', status: 500 }),
  'is done and answers 409': lost({ kind: 'other-answer', status: 409 }),
  'is done and answers 400': {
    ...lost({ kind: 'other-answer', status: 400, detail: 'No.' }),
    isMarked: true,
  },
  'is done and answers 429': lost({ kind: 'other-answer', status: 429, detail: 'Too many.' }),
  'meets a web page': notDone(CAPTIVE_PORTAL),
  'is not answered': notDone({ kind: 'stall-before-headers' }),
  'meets an error': notDone({ kind: 'status', status: 502 }),
  'is refused': {
    arrange: (at) => void at.fault({ kind: 'status', status: 400, detail: 'The name is wrong.' }),
    kind: 'refused',
    outcome: { problem: { kind: 'invalid', detail: 'The name is wrong.' } },
    left: [0, 1, 0],
  },
  'finds no machine': {
    arrange: ({ sim }) => void sim.control.setOptions({ orders: 'refused' }),
    kind: 'refused',
    outcome: { problem: { kind: 'soldOut' } },
    outcomeAt: {
      rental: { problem: { kind: 'invalid', detail: expect.stringContaining('no free GPU') } },
    },
    left: [0, 1, 0],
  },
  'creates two VMs and loses its answer': {
    arrange(at) {
      at.sim.control.setOptions({ orders: 'twice' });
      at.fault({ kind: 'drop-answer' });
    },
    kind: 'unknown',
    outcome: { isAlarm: true, vms: [{}, {}] },
    outcomeAt: { rental: { isAlarm: false, vms: [{}, {}] } },
    left: [2, 1, 1],
  },
  'is dearer now': {
    arrange: ({ sim }) => sim.control.setPrice('4090', 9),
    kind: 'unsent',
    outcome: { newOffer: { price: { perHour: expect.any(Number) } } },
    left: [0, 0, 0],
  },
  'becomes dearer while it is sent': {
    arrange: (at) => void at.fault({ kind: 'none' }, () => at.sim.control.setPrice('4090', 9)),
    kind: 'created',
    left: [1, 1, 0],
  },
};

describe.each(ALL)('an order at %s that', (provider) => {
  const names = Object.keys(CASES).filter(
    (name) => !CASES[name]?.isMarked || MARKED.includes(provider),
  );

  test.each(names)('%s', async (name) => {
    const { arrange, kind, outcome: common, outcomeAt, left } = CASES[name] ?? {};
    const outcome = outcomeAt?.[provider] ?? common ?? {};
    const at = await setup(provider);
    arrange?.(at);
    const result = await at.launch();
    expect(result).toMatchObject({ kind, ...outcome });
    if (result.kind === 'found') expect(result.vm).toMatchObject({ id: at.created()[0] });
    if (result.kind === 'created') expect(result.vmId).toBe(at.created()[0]);
    const [vms, sent, notes] = left ?? [];
    expect(await at.left()).toEqual({ vms, sent, notes });
    expect(JSON.stringify(result) + (await at.notes())).not.toContain('planted');
  });

  test('has a key that may only read creates nothing', async () => {
    const at = await setup(provider, 'read_only');
    expect(await at.launch()).toMatchObject({ kind: 'refused', problem: { kind: 'forbidden' } });
    expect(await at.left()).toMatchObject({ vms: 0, notes: 0 });
  });

  test('is taken makes a VM that costs what was confirmed, with mark and place', async () => {
    const at = await setup(provider);
    await at.launch();
    await at.time.pass(60_000);
    const vm = await at.newVm();
    expect(vm.phase).toBe('running');
    expect(dearerText(vm, at.offer, at.offer.price.perHour)).toBeNull();
    if (!MARKED.includes(provider)) return;
    expect(vm).toMatchObject({ mark: 'order001', facts: { Location: at.offer.where } });
    expect(vm.rates.running?.perHour).toBeCloseTo(at.offer.price.perHour ?? 0, 3);
    expect(vm.login).not.toBeNull();
  });
});

test.each(MARKED)(
  'an order at %s that starts without the key makes a VM that shows it',
  async (provider) => {
    const at = await setup(provider);
    at.sim.control.setOptions({ orders: 'keyless' });
    expect(await at.launch()).toMatchObject({ kind: 'created' });
    await at.time.pass(60_000);
    const vm = await at.newVm();
    expect(vm.login === null || vm.note?.includes('no SSH key')).toBe(true);
  },
);

test.each(PRICED)('%s refuses an order without the money for an hour', async (provider) => {
  const at = await setup(provider);
  at.sim.control.setBalance(0.01);
  const problem = { kind: 'insufficientBalance' };
  expect(await at.launch()).toMatchObject({ kind: 'refused', problem });
  expect(await at.left()).toEqual({ vms: 0, sent: 1, notes: 0 });
});

test('a bid at Vast is the price of the whole machine, with the disk on top', async () => {
  const at = await setup('vast', 'read_write', true);
  const { minBid = null, perHour } = at.offer.price;
  const bid = (minBid ?? 0) + 0.1;
  const confirmed = confirmedRate(at.offer, bid);
  // Without its bid, Vast would rent the offer at the full price.
  expect(await at.launch()).toMatchObject({ kind: 'refused', problem: { kind: 'invalid' } });
  expect(await at.launch({ ...at.order, bid }, confirmed)).toMatchObject({ kind: 'created' });
  await at.time.pass(60_000);
  const vm = await at.newVm();
  expect(vm.facts['Rental']).toBe('interruptible');
  expect(vm.rates.running?.perHour).toBeCloseTo((perHour ?? 0) + 0.1, 3);
  expect(dearerText(vm, at.offer, confirmed)).toBeNull();
  expect(await at.left()).toEqual({ vms: 1, sent: 1, notes: 0 });
});
