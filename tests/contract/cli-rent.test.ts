import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultInput } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { until } from '../keyring/until.ts';
import { newUser, runInProcess, start } from './command-line.ts';
import { requestsTo, simulate, vmIds } from './fixtures.ts';
import { filesOf, leaks } from './leaks.ts';
import { createSharedTime, type SharedTime } from './shared-time.ts';

// `gpu-tray launch --offer KEY` at the clouds whose VMs carry a mark.

const RENTED = {
  runpod: {
    ...{ method: 'POST', orders: '/v2/pods', route: '/v2/pods' },
    ...{ offers: '/v2/catalog/gpus', login: ['--ssh-key'] },
  },
  vast: {
    ...{ method: 'PUT', orders: '/api/v0/asks/', route: '/api/v0/asks/:id/' },
    ...{ offers: '/api/v0/bundles/', login: ['--add-ssh-key', '--ssh-key'] },
  },
  lambda: {
    ...{ method: 'POST', route: '/api/v1/instance-operations/launch' },
    orders: '/api/v1/instance-operations/launch',
    offers: '/api/v1/instance-types',
    login: ['--add-ssh-key', '--ssh-key'],
  },
} as const;
type Provider = keyof typeof RENTED;

const PUBLIC_KEY = `ssh-ed25519 ${'A'.repeat(68)} ada@example.test\n`;

const offersSchema = z.object({
  offers: z.array(z.looseObject({ offer: z.string(), stock: z.unknown() })),
});

const resultSchema = z.looseObject({
  outcome: z.enum(['created', 'found', 'refused', 'unknown']),
  provider: z.string(),
  vmId: z.string().nullable(),
  mark: z.string().nullable(),
  message: z.string(),
});

async function setup(provider: Provider, time: SharedTime) {
  const { method, orders, route, login } = RENTED[provider];
  await loadProvider(provider);
  // All requests of a process are in one second of simulated time.
  const readsPerMinute = 10_000_000;
  const sim = await simulate({ provider, vms: 1, readsPerMinute }, time.simulatorClock);
  time.observe(sim);
  const before = new Set(vmIds(sim));
  const user = await newUser();
  const home = user['HOME'] ?? '';
  const file = join(home, '.ssh', 'id_ed25519.pub');
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  await writeFile(file, PUBLIC_KEY);
  const credentials = join(home, 'credentials.json');
  const key = sim.credentials[0].apiKeys.read_write;
  const account = { provider, baseUrl: sim.baseUrl, apiKey: key, name: 'Lab' };
  await writeFile(credentials, JSON.stringify({ accounts: [account] }), { mode: 0o600 });
  const env = { ...user, GPU_TRAY_CREDENTIALS_FILE: credentials };

  /** The command's result, in time that passes. */
  async function run(args: readonly string[]) {
    let isDone = false;
    const ended = runInProcess(args, '', env, time).finally(() => {
      isDone = true;
    });
    // Its modules are loaded in real time.
    while (!isDone) await time.pass(5_000);
    return ended;
  }

  async function freeOffers(): Promise<readonly string[]> {
    const { stdout } = await run(['offers', '--disk-gb', '50', '--json']);
    const { offers } = offersSchema.parse(JSON.parse(stdout));
    return offers.flatMap(({ offer: handle, stock }) => (stock === 'none' ? [] : [handle]));
  }

  // Offers flap or go, and simulated time runs on while a command loads its modules: one that stays.
  let free = await freeOffers();
  for (const minutes of [1, 30]) {
    await time.pass(minutes * 60_000);
    const later = await freeOffers();
    free = free.filter((handle) => later.includes(handle));
  }
  const [offer] = free;
  if (offer === undefined) throw new Error('everything is sold out');
  const order = ['launch', '--offer', offer, '--name', 'train', ...login, file, '--yes', '--json'];
  return {
    ...{ sim, env, home, key, run, order },
    launch: async (...more: readonly string[]) => {
      const { code, stdout, stderr } = await run([...order, ...more]);
      expect([stdout === '', stderr]).toEqual([false, expect.any(String)]);
      return { code, stderr, json: resultSchema.parse(JSON.parse(stdout)) };
    },
    fault: (fault: FaultInput['fault']) => sim.control.addFault({ method, path: orders, fault }),
    created: () => vmIds(sim).filter((id) => !before.has(id)),
    sent: () => requestsTo(sim, `${method} ${route}`),
  };
}

type Setup = Awaited<ReturnType<typeof setup>>;
type Case = readonly [
  arrange: (at: Setup) => unknown,
  outcome: z.output<typeof resultSchema>['outcome'],
  code: number,
  vms: number,
];

const CASES: Readonly<Record<string, Case>> = {
  'is taken': [() => {}, 'created', 0, 1],
  'loses its answer': [(at) => at.fault({ kind: 'drop-answer' }), 'found', 0, 1],
  'is done and answers 500': [(at) => at.fault({ kind: 'other-answer' }), 'found', 0, 1],
  'is answered after the time limit': [
    (at) => at.fault({ kind: 'late-answer', ms: 3_600_000 }),
    ...(['found', 0, 1] as const),
  ],
  'is not answered': [(at) => at.fault({ kind: 'stall-before-headers' }), 'unknown', 4, 0],
  'finds no machine': [
    ({ sim }) => sim.control.setOptions({ orders: 'refused' }),
    ...(['refused', 2, 0] as const),
  ],
  'creates two VMs and loses its answer': [
    (at) => {
      at.sim.control.setOptions({ orders: 'twice' });
      at.fault({ kind: 'drop-answer' });
    },
    ...(['unknown', 4, 2] as const),
  ],
};

interface Kill {
  /** While the offer is read again; else while the order is sent. */
  readonly isRead?: true;
  readonly kind: 'stall-before-headers' | 'stall-mid-body';
  readonly vms: number;
  /** The outcome of the next command. */
  readonly next: 'created' | 'found' | 'unknown';
}

const KILLS: Readonly<Record<string, Kill>> = {
  'reads the offer again': {
    ...{ isRead: true, kind: 'stall-before-headers', vms: 0, next: 'created' },
  },
  'sends the order': { kind: 'stall-before-headers', vms: 0, next: 'unknown' },
  'gets the answer': { kind: 'stall-mid-body', vms: 1, next: 'found' },
};

describe.each(Object.keys(RENTED) as Provider[])('launch at %s', (provider) => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const [arrange, outcome, code, vms] = CASES[name] ?? [];
    const at = await setup(provider, createSharedTime());
    arrange?.(at);
    const result = await at.launch();
    expect(result).toMatchObject({ code, json: { outcome, provider } });
    expect([at.created().length, at.sent()]).toEqual([vms, 1]);
    if (vms === 1) {
      expect(result.json.vmId).toBe(at.created()[0]);
      expect(result.json.mark).toMatch(/^[a-z0-9]{8}$/);
    }
    const files = (await filesOf(at.home)).filter(({ where }) => !where.includes('credentials'));
    expect(leaks(files, [at.key, 'planted'])).toEqual([]);
    expect(result.stderr + JSON.stringify(result.json)).not.toContain('planted');
  });

  test('sends nothing where it costs more than --max-price', async () => {
    const at = await setup(provider, createSharedTime());
    const { code, stderr } = await at.run([...at.order, '--max-price', '0.01']);
    expect([code, stderr, at.sent()]).toEqual([2, expect.stringContaining('--max-price'), 0]);
  });

  test.each(Object.keys(KILLS))('killed while it %s leaves at most one VM', async (step) => {
    const { isRead, kind, vms, next } = KILLS[step] ?? {};
    const at = await setup(provider, createSharedTime());
    const fault = { kind: kind ?? 'none' } as const;
    const { clear } = isRead
      ? at.sim.control.addFault({ path: RENTED[provider].offers, after: 1, fault })
      : at.fault(fault);
    const { child, ended } = start(at.order, { env: at.env });
    await until('a request stalls', () => at.sim.control.stalled() === 1);
    child.kill('SIGKILL');
    await ended;
    clear();
    expect(at.created()).toHaveLength(vms ?? 0);
    const { json } = await at.launch();
    expect(json).toMatchObject({ outcome: next });
    expect([at.created().length, at.sent()]).toEqual([next === 'unknown' ? 0 : 1, 1]);
  });
});
