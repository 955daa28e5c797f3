import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { type LaunchOutcome, rentVm } from '../../src/core/launch/launch.ts';
import {
  createAccountClient,
  createKeySession,
  loadProvider,
} from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import type { LaunchLogin, LaunchOrder } from '../../src/shared/launch/order.ts';
import { baseUrlOf, network, requestsTo, simulate, temporaryFolder, vmIds } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

// One order at each provider, by its adapter from its simulator: at most one VM, and what is said is true.

const ACCOUNT = { id: 'one', baseUrl: 'https://api.example.com' };

interface Rented {
  /** The route of orders, and the begin of its path. */
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly route?: string;
  readonly login: LaunchLogin;
  /** GPUs whose price the simulator can change. */
  readonly gpu: RegExp;
}

const RENTED: Readonly<Record<'runpod' | 'vast' | 'lambda', Rented>> = {
  runpod: {
    ...{ method: 'POST', path: '/v2/pods' },
    login: { method: 'publicKey', publicKey: `ssh-ed25519 ${'A'.repeat(68)}` },
    gpu: /RTX 4090/,
  },
  lambda: {
    ...{ method: 'POST', path: '/api/v1/instance-operations/launch' },
    login: { method: 'registered', id: 'laptop' },
    gpu: /^A10 /,
  },
  vast: {
    ...{ method: 'PUT', path: '/api/v0/asks/', route: '/api/v0/asks/:id/' },
    login: { method: 'registered', id: null },
    gpu: /RTX 4090/,
  },
};

type Provider = keyof typeof RENTED;

const WISH = { gpus: [], minGpus: null, isInterruptible: false, diskGb: 50 };

async function setup(provider: Provider, scope: 'read_write' | 'read_only' = 'read_write') {
  const { method, path, route = path, login, gpu } = RENTED[provider];
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
  });
  const { renting } = client;
  if (renting === undefined) throw new Error('nothing can be rented');
  const folder = await temporaryFolder();
  const before = new Set(vmIds(sim));

  /** The result, in time that passes. */
  async function inTime<T>(call: Promise<T>): Promise<T> {
    let isDone = false;
    const ended = call.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    for (let waits = 0; !isDone && waits < 100; waits += 1) await time.pass(5_000);
    return ended;
  }

  /** Waits for a free machine, since offers go and come. */
  async function offerOf() {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const reading = await inTime(client.offers?.(WISH) ?? Promise.reject(new Error('no offers')));
      const offer = reading.offers.find(
        ({ gpuText, stock }) => gpu.test(gpuText) && stock !== 'none',
      );
      if (offer !== undefined) return offer;
      await time.pass(60_000);
    }
    throw new Error('everything is sold out');
  }

  const offer = await offerOf();
  const order: LaunchOrder = {
    ...{ offer, login, name: 'train', image: null, bid: null, months: null },
    diskGb: provider === 'lambda' ? null : 50,
  };
  let ids = 0;
  const launch = (of: LaunchOrder = order, maxPerHour = offer.price.perHour) =>
    inTime(
      rentVm(
        { order: of, password: null, maxPerHour, mayAddKey: false, stopLater: null },
        {
          ...{ client: { ...client, renting }, clock, folder, account: ACCOUNT },
          newId: () => `order00${++ids}-0000`,
        },
      ),
    );
  const fault = (of: FaultInput['fault'], onMatch?: () => void) =>
    sim.control.addFault({ method, path, fault: of }, onMatch);
  const created = () => vmIds(sim).filter((id) => !before.has(id));
  async function left() {
    const notes = await readFile(join(folder, 'launches.json'), 'utf8').catch(() => '{}');
    const { launches = [] } = JSON.parse(notes);
    return {
      vms: created().length,
      sent: requestsTo(sim, `${method} ${route}`),
      notes: launches.length,
    };
  }
  return { ...{ sim, time, client, order, offer, launch, fault, created, left, inTime } };
}

type Setup = Awaited<ReturnType<typeof setup>>;

interface Case {
  readonly arrange?: (at: Setup) => void;
  readonly kind: LaunchOutcome['kind'];
  readonly outcome?: object;
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
  'is answered in part': lost({ kind: 'cut-body' }),
  'is answered after the time limit': lost({ kind: 'late-answer', ms: 3_600_000 }),
  'stalls in its answer': lost({ kind: 'stall-mid-body' }),
  'is answered in another form': lost({ kind: 'wrong-types' }),
  'is done and answers 500': lost({ kind: 'other-answer', status: 500 }),
  'is done and answers 503': lost({ kind: 'other-answer', status: 503 }),
  'is done and answers 409': lost({ kind: 'other-answer', status: 409 }),
  'is done and answers 400': lost({ kind: 'other-answer', status: 400, detail: 'No.' }),
  'is done and answers 429': lost({ kind: 'other-answer', status: 429, detail: 'Too many.' }),
  'meets a web page': notDone({ kind: 'html' }),
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
    left: [0, 1, 0],
  },
  'creates two VMs and loses its answer': {
    arrange(at) {
      at.sim.control.setOptions({ orders: 'twice' });
      at.fault({ kind: 'drop-answer' });
    },
    kind: 'unknown',
    outcome: { isAlarm: true, vms: [{}, {}] },
    left: [2, 1, 1],
  },
  'is dearer now': {
    arrange: ({ sim }) => sim.control.setPrice('4090', 9),
    kind: 'changed',
    outcome: { offer: { price: { perHour: expect.closeTo(9, 0) } } },
    left: [0, 0, 0],
  },
  'becomes dearer while it is sent': {
    arrange: (at) => void at.fault({ kind: 'none' }, () => at.sim.control.setPrice('4090', 9)),
    kind: 'created',
    left: [1, 1, 0],
  },
};

describe.each(Object.keys(RENTED) as Provider[])('an order at %s that', (provider) => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { arrange, kind, outcome = {}, left } = CASES[name] ?? {};
    const at = await setup(provider);
    arrange?.(at);
    const result = await at.launch();
    expect(result).toMatchObject({ kind, ...outcome });
    if (result.kind === 'found') expect(result.vm).toMatchObject({ id: at.created()[0] });
    if (result.kind === 'created') expect(result.vmId).toBe(at.created()[0]);
    const [vms, sent, notes] = left ?? [];
    expect(await at.left()).toEqual({ vms, sent, notes });
  });

  test('is unknown is not repeated until it is dismissed', async () => {
    const at = await setup(provider);
    const fault = at.fault({ kind: 'stall-before-headers' });
    expect(await at.launch()).toMatchObject({ kind: 'unknown' });
    fault.clear();
    expect(await at.launch()).toMatchObject({ kind: 'unknown', answer: null });
    expect(await at.left()).toEqual({ vms: 0, sent: 1, notes: 1 });
  });

  test('has a key that may only read creates nothing', async () => {
    const at = await setup(provider, 'read_only');
    expect(await at.launch()).toMatchObject({ kind: 'refused', problem: { kind: 'forbidden' } });
    expect(await at.left()).toEqual({ vms: 0, sent: 1, notes: 0 });
  });

  test('names an offer that is gone is not sent', async () => {
    const at = await setup(provider);
    const offer = { ...at.offer, offer: at.offer.offer.replace(/[^/]+$/, 'nowhere-1') };
    const order = { ...at.order, offer };
    expect(await at.launch(order)).toEqual({ kind: 'changed', offer: null });
    expect(await at.left()).toEqual({ vms: 0, sent: 0, notes: 0 });
  });

  test('is taken makes a VM with mark, place and rate', async () => {
    const at = await setup(provider);
    const { offer } = at;
    await at.launch();
    await at.time.pass(60_000);
    const vm = await at.inTime(at.client.getVm(at.created()[0] ?? ''));
    expect(vm).toMatchObject({
      mark: 'order001',
      phase: 'running',
      facts: { Location: offer.where },
    });
    expect(vm.rates.running?.perHour).toBeCloseTo(offer.price.perHour ?? 0, 3);
    expect(vm.login).not.toBeNull();
  });

  test('starts without the key makes a VM that shows it', async () => {
    const at = await setup(provider);
    at.sim.control.setOptions({ orders: 'keyless' });
    expect(await at.launch()).toMatchObject({ kind: 'created' });
    await at.time.pass(60_000);
    const vm = await at.inTime(at.client.getVm(at.created()[0] ?? ''));
    expect(vm.login === null || vm.note?.includes('no SSH key')).toBe(true);
  });
});

test('RunPod refuses an order without the money for an hour', async () => {
  const at = await setup('runpod');
  at.sim.control.setBalance(0.01);
  const problem = { kind: 'insufficientBalance', provider: 'RunPod' };
  expect(await at.launch()).toMatchObject({ kind: 'refused', problem });
  expect(await at.left()).toEqual({ vms: 0, sent: 1, notes: 0 });
});
