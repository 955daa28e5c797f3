import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultInput } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { until } from '../keyring/until.ts';
import { newUser, runInProcess, start } from './command-line.ts';
import { requestsTo, simulate, vmIds } from './fixtures.ts';
import { filesOf, leaks } from './leaks.ts';
import { createSharedTime } from './shared-time.ts';

// `gpu-tray launch --offer KEY` at the clouds whose VMs carry a mark. `rent.test.ts` has the table of answers.

const RENTED = {
  runpod: {
    ...{ method: 'POST', orders: '/v2/pods', route: '/v2/pods' },
    login: ['--ssh-key'],
  },
  vast: {
    ...{ method: 'PUT', orders: '/api/v0/asks/', route: '/api/v0/asks/:id/' },
    login: ['--add-ssh-key', '--ssh-key'],
  },
  lambda: {
    ...{ method: 'POST', route: '/api/v1/instance-operations/launch' },
    orders: '/api/v1/instance-operations/launch',
    login: ['--add-ssh-key', '--ssh-key'],
  },
} as const;
type Provider = keyof typeof RENTED;
const PROVIDERS = Object.keys(RENTED) as Provider[];

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

async function setup(provider: Provider) {
  const time = createSharedTime();
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

  const run = (args: readonly string[]) => time.passUntil(runInProcess(args, '', env, time));

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
  const keyless = ['launch', '--offer', offer, '--name', 'train', '--yes', '--json'];
  const order = [...keyless, ...login, file];
  return {
    ...{ sim, env, home, key, run, order, keyless },
    async launch() {
      const { stdout, stderr } = await run(order);
      return { stderr, json: resultSchema.parse(JSON.parse(stdout)) };
    },
    fault: (fault: FaultInput['fault']) => sim.control.addFault({ method, path: orders, fault }),
    created: () => vmIds(sim).filter((id) => !before.has(id)),
    sent: () => requestsTo(sim, `${method} ${route}`),
  };
}

test.each(PROVIDERS)(
  'an order at %s that loses its answer has its VM, and leaks nothing',
  async (provider) => {
    const at = await setup(provider);
    const dear = await at.run([...at.order, '--max-price', '0.01']);
    expect([dear.code, dear.stderr, at.sent()]).toEqual([
      2,
      expect.stringContaining('--max-price'),
      0,
    ]);
    at.fault({ kind: 'drop-answer' });
    const { json, stderr } = await at.launch();
    const mark = expect.stringMatching(/^[a-z0-9]{8}$/);
    expect(json).toMatchObject({ outcome: 'found', provider, vmId: at.created()[0], mark });
    expect([at.created().length, at.sent()]).toEqual([1, 1]);
    const files = (await filesOf(at.home)).filter(({ where }) => !where.includes('credentials'));
    expect(leaks(files, [at.key, 'planted'])).toEqual([]);
    expect(stderr + JSON.stringify(json)).not.toContain('planted');
  },
);

test.each(PROVIDERS)(
  'a command killed while %s answers leaves one VM, which the next one finds',
  async (provider) => {
    const at = await setup(provider);
    const { clear } = at.fault({ kind: 'stall-mid-body' });
    const { child, ended } = start(at.order, { env: at.env });
    await until('a request stalls', () => at.sim.control.stalled() === 1);
    child.kill('SIGKILL');
    await ended;
    clear();
    expect(at.created()).toHaveLength(1);
    expect((await at.launch()).json).toMatchObject({ outcome: 'found', vmId: at.created()[0] });
    expect([at.created().length, at.sent()]).toEqual([1, 1]);
  },
);

test.each<[Provider, 'order' | 'keyless', string[], string]>([
  ['runpod', 'order', ['--image', 'template:nope'], 'Check the order'],
  ['runpod', 'keyless', ['--ssh-key-id', 'x'], 'The account has no SSH key x.'],
  ['vast', 'keyless', ['--ssh-key-id', 'x'], 'The account has no SSH key x.'],
  ['vast', 'keyless', [], 'No public SSH key found in ~/.ssh.'],
  ['lambda', 'keyless', [], 'No public SSH key found in ~/.ssh.'],
])('at %s, the %s with %j is not sent', async (provider, base, more, says) => {
  const at = await setup(provider);
  if (base === 'keyless') await rm(join(at.home, '.ssh'), { recursive: true });
  const { code, stderr } = await at.run([...at[base], ...more]);
  expect([code, stderr, at.sent()]).toEqual([2, expect.stringContaining(says), 0]);
});
