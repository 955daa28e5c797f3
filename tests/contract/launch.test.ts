import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startWorld } from '../../scripts/world/world.ts';
import type { FaultInput } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { presetOffer } from '../../src/shared/launch/preset-offer.ts';
import { PROVIDER_IDS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { runInProcess } from './command-line.ts';
import { temporaryFolder } from './fixtures.ts';

// An order in app and command line at every provider: at most one VM, and what is said is true. `rent.test.ts` has the adapters' part.

const ORDERS: Readonly<
  Record<
    ProviderId,
    { readonly method: 'POST' | 'PUT'; readonly path: string; readonly gpu: string }
  >
> = {
  rental: { method: 'POST', path: '/vms', gpu: '4090' },
  runpod: { method: 'POST', path: '/v2/pods', gpu: 'pro 6000' },
  vast: { method: 'PUT', path: '/api/v0/asks/', gpu: '4090' },
  lambda: { method: 'POST', path: '/api/v1/instance-operations/launch', gpu: 'a10' },
};

/** That the simulated accounts have, where accounts have keys. */
const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

async function setup(provider: ProviderId) {
  await loadProvider(provider);
  const world = await startWorld({ provider, vms: 2 });
  onTestFinished(world.close);
  const { control, time, baseUrl, credentials } = world;
  const before = new Set(control.vms().map(({ id }) => id));
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh'));
  await writeFile(join(home, '.ssh', 'id_ed25519.pub'), `${KEY}\n`);
  const { method, path, gpu } = ORDERS[provider];

  /** The result, in time that passes. */
  async function inTime<T>(call: Promise<T>): Promise<T> {
    let isDone = false;
    const ended = call.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    // Its modules are loaded in real time.
    while (!isDone) await time.pass(5_000);
    return ended;
  }
  return {
    ...{ ...world, provider, home, gpu, inTime, baseUrl },
    raisePrice: () => control.setPrice(gpu === '4090' ? gpu : 'pro6000', 9),
    key: credentials[0].apiKeys.read_write,
    fault: (of: FaultInput['fault'], onMatch?: () => void) =>
      control.addFault({ method, path, fault: of }, onMatch),
    created: () =>
      control
        .vms()
        .filter(({ id }) => !before.has(id))
        .map(({ id }) => id),
    sent: () =>
      Object.entries(control.state().requests.counts)
        .filter(([name]) => name.startsWith(`${method} ${path}`))
        .reduce((sum, [, count]) => sum + count, 0),
  };
}

type Setup = Awaited<ReturnType<typeof setup>>;

interface Said {
  readonly outcome: 'created' | 'found' | 'refused' | 'unknown';
  readonly vmIds: readonly string[];
  readonly message: string;
}

const json = z.object({
  outcome: z.enum(['created', 'found', 'refused', 'unknown']),
  vmId: z.string().nullable(),
  mark: z.string().nullable(),
  message: z.string(),
  confirmedPerHour: z.number(),
});

const EXIT = { created: [0], found: [0], refused: [2, 3], unknown: [4] };

async function command(at: Setup, more: readonly string[] = [], home = at.home) {
  const { provider, gpu, baseUrl, key, time, inTime } = at;
  const place = ['--provider', provider, '--base-url', baseUrl, '--api-key-stdin'];
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  const args = ['launch', ...place, '--gpu', gpu, '--gpu-count', '1', '--yes', '--json', ...more];
  for (let minutes = 0; ; minutes += 1) {
    const result = await inTime(runInProcess(args, key, env, time));
    // Offers go and come.
    if (!/No offer matches/.test(result.stderr) || minutes === 60) return result;
    await time.pass(60_000);
  }
}

async function byCommand(at: Setup, arrange: (at: Setup) => void): Promise<Said> {
  arrange(at);
  const result = await command(at);
  if (result.stdout === '') throw new Error(result.stderr);
  const { outcome, vmId, message } = json.parse(JSON.parse(result.stdout));
  expect(EXIT[outcome]).toContain(result.code);
  return { outcome, vmIds: vmId === null ? [] : [vmId], message };
}

async function byApp(at: Setup, arrange: (at: Setup) => void): Promise<Said> {
  const { provider, gpu, baseUrl, key, time, inTime } = at;
  const application = await at.starter({})();
  onTestFinished(() => application.stop());
  const { requests, state } = application;
  const signIn = { provider, baseUrl, key, accountId: null };
  const { accountId } = await inTime(requests.signInWithKey(signIn));
  const preset = {
    ...{ provider, gpu, gpuCount: 1, where: null, tier: null, terms: null },
    ...{ months: null, image: null, diskGb: null, maxPerHour: null },
    login: { method: 'publicKey', file: null },
  } as const;
  async function offerOf() {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const wish = { minGpus: 1, isInterruptible: false };
      const { offers } = await inTime(requests.readCloudOffers(wish));
      const offer = presetOffer(offers, preset);
      if (offer !== null) return offer;
      await time.pass(60_000);
    }
    throw new Error('everything is sold out');
  }
  const { account: _, ...found } = await offerOf();
  const choices = await inTime(requests.readLaunchChoices({ accountId, offer: found }));
  const diskGb = choices.disk?.usual ?? null;
  const quote = requests.readQuote({ accountId, offer: found.offer, diskGb });
  const offer = (await inTime(quote)) ?? found;
  const id = choices.keys?.[0]?.id ?? null;
  const login =
    choices.keys === null
      ? ({ method: 'publicKey', publicKey: KEY } as const)
      : ({ method: 'registered', id } as const);
  const order = {
    ...{ offer, login, diskGb, image: choices.defaultImage, bid: null, months: null },
    name: choices.hasName ? 'train' : null,
  };
  arrange(at);
  const request = { mayAddKey: false, stopLater: null, password: null };
  const { perHour } = offer.price;
  await inTime(requests.launchVm({ accountId, order, ...request, maxPerHour: perHour }));
  await time.pass(30_000);
  const launch = state().currentLaunch;
  if (launch === null) throw new Error('no launch');
  const message = `${launch.text.message ?? ''} ${state().notice ?? ''}`;
  const wasFound = /created/.test(launch.text.message ?? '');
  const outcome =
    launch.phase === 'launched'
      ? wasFound
        ? 'found'
        : 'created'
      : launch.phase === 'unknown'
        ? 'unknown'
        : 'refused';
  return { outcome, vmIds: launch.vmIds, message };
}

interface Case {
  readonly arrange: (at: Setup) => void;
  readonly outcome: Said['outcome'];
  readonly says: RegExp;
  readonly vms: number;
  /** Orders; default: one. */
  readonly sent?: number;
  readonly only?: readonly ProviderId[];
}

const LOST = { outcome: 'found', says: /created/, vms: 1 } as const;
const MAY = /may have been created/;

const CASES: Readonly<Record<string, Case>> = {
  'is taken': { arrange: () => {}, outcome: 'created', says: /^(?!.*may have)/, vms: 1 },
  'loses its answer': { ...LOST, arrange: (at) => void at.fault({ kind: 'drop-answer' }) },
  'is done and answers an error': {
    ...LOST,
    arrange: (at) => void at.fault({ kind: 'other-answer', status: 500, detail: 'boom' }),
  },
  'is done and answers a refusal': {
    ...LOST,
    arrange: (at) => void at.fault({ kind: 'other-answer', status: 400, detail: 'No.' }),
  },
  'is answered after the time limit': {
    ...LOST,
    arrange: (at) => void at.fault({ kind: 'late-answer', ms: 3_600_000 }),
  },
  'is lost': {
    arrange: (at) => void at.fault({ kind: 'stall-before-headers' }),
    ...{ outcome: 'unknown', says: MAY, vms: 0 },
  },
  'finds no machine': {
    arrange: ({ control }) => void control.setOptions({ orders: 'refused' }),
    ...{ outcome: 'refused', says: /^(?!.*may have)/, vms: 0 },
  },
  'makes two VMs and loses its answer': {
    arrange(at) {
      at.control.setOptions({ orders: 'twice' });
      at.fault({ kind: 'drop-answer' });
    },
    ...{ outcome: 'unknown', says: /2 VMs were created by one order/, vms: 2 },
    only: ['runpod', 'vast', 'lambda'],
  },
  'becomes dearer while it is sent': {
    arrange: (at) => void at.fault({ kind: 'none' }, () => at.raisePrice()),
    ...{ outcome: 'created', says: /It costs \$9\.\d\d\/h, not \$/, vms: 1 },
    only: ['rental', 'runpod'],
  },
  'is without its key': {
    arrange: ({ control }) => void control.setOptions({ orders: 'keyless' }),
    ...{ outcome: 'created', says: /^/, vms: 1 },
    only: ['runpod', 'vast', 'lambda'],
  },
  'stays stopped': {
    arrange: ({ control }) => void control.setOptions({ orders: 'stopped' }),
    ...{ says: /Waits for its GPU/, vms: 1 },
    outcome: 'created',
    only: ['vast'],
  },
  'names a VM in an error': {
    arrange: ({ control }) => void control.setOptions({ orders: 'named' }),
    ...{ outcome: 'found', says: /created anyway/, vms: 1 },
    only: ['vast'],
  },
};

const SURFACES = { 'the command line': byCommand, 'the app': byApp };

describe.each(PROVIDER_IDS)('an order at %s that', (provider) => {
  const names = Object.keys(CASES).filter((name) => CASES[name]?.only?.includes(provider) ?? true);
  describe.each(names)('%s', (name) => {
    test.each(Object.entries(SURFACES))('in %s', async (_, launch) => {
      const at = await setup(provider);
      const { arrange = () => {}, outcome, says = /^/, vms, sent = 1 } = CASES[name] ?? {};
      const said = await launch(at, arrange);
      expect([said.outcome, at.created().length, at.sent()]).toEqual([outcome, vms, sent]);
      expect(said.message).toMatch(says);
      if (outcome === 'created' || outcome === 'found') expect(said.vmIds).toEqual(at.created());
    });
  });
});

test('a command reads the note of an earlier one', async () => {
  const at = await setup('lambda');
  const lose = () => void at.fault({ kind: 'stall-before-headers' });
  expect((await byCommand(at, lose)).outcome).toBe('unknown');
  expect((await byCommand(at, () => {})).message).toMatch(/earlier launch is still pending/);
});

test('the app offers the new price of an offer that became dearer', async () => {
  const at = await setup('runpod');
  const said = await byApp(at, ({ raisePrice }) => raisePrice());
  expect([said.outcome, at.created().length, at.sent()]).toEqual(['refused', 0, 0]);
  expect(said.message).toMatch(/^Nothing was sent: .* costs \$9\.\d\d\/h now, not \$/);
});

test('the command line keeps a bound, and writes no secret', async () => {
  const at = await setup('vast');
  const said = await byCommand(at, () => {});
  expect(said.outcome).toBe('created');
  const files = await readFile(join(at.home, 'config', 'GPU Tray', 'launches.json'), 'utf8');
  expect(files).not.toMatch(/instance_api_key|planted/);
});

test.each<[ProviderId, string | null, string]>([
  ['runpod', 'x', 'The account has no SSH key x.'],
  ['vast', 'x', 'The account has no SSH key x.'],
  ['vast', null, 'No public SSH key found in ~/.ssh.'],
  ['lambda', null, 'No public SSH key found in ~/.ssh.'],
])(
  'the command line sends no order to %s whose VM nobody could log in to: %s',
  async (provider, id, says) => {
    const at = await setup(provider);
    const { code, stderr } = await command(
      at,
      id === null ? [] : ['--ssh-key-id', id],
      await temporaryFolder(),
    );
    expect([code, stderr, at.sent()]).toEqual([2, expect.stringContaining(says), 0]);
  },
);

test('the command line says that an image is unknown, as an order to correct', async () => {
  const at = await setup('runpod');
  const { code, stderr } = await command(at, ['--image', 'template:nope']);
  expect([code, stderr, at.sent()]).toEqual([2, expect.stringContaining('Check the order'), 0]);
  expect(stderr).toMatch(/^Login: {4}ssh-ed25519 · ada@example\.test · /m);
});
