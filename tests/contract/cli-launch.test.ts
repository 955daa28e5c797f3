import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FaultInput } from '../../simulator/index.ts';
import { until } from '../keyring/until.ts';
import { newUser, runInProcess, shareCache, start, withKey } from './command-line.ts';
import { requestsTo, simulate, temporaryFolder, vmIds } from './fixtures.ts';
import { filesOf, leaks } from './leaks.ts';
import { createSharedTime, type SharedTime } from './shared-time.ts';

const ORDER = [
  ...['--node', 'vm01', '--gpu', '5090', '--gpu-count', '2'],
  ...['--disk-gb', '100', '--image', '101'],
];

/** @param time of the commands in this process and of the service; by default this computer's */
async function setup(time?: SharedTime) {
  const sim = await simulate({ vms: 2 }, time?.simulatorClock);
  time?.observe(sim);
  const before = new Set(vmIds(sim));
  const home = await temporaryFolder();
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  const key = sim.credentials[0].apiKeys.read_write;
  const launch = (args: readonly string[], input = key) =>
    runInProcess(['launch', ...withKey(sim), ...args], input, env, time);
  const prefer = async (preferences: object) => {
    const folder = join(home, 'config', 'GPU Tray');
    await mkdir(folder, { recursive: true });
    const settings = { version: 1, accounts: [], ssh: { user: null, port: null }, preferences };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
  };
  return {
    ...{ sim, home, key, launch, prefer },
    created: () => vmIds(sim).filter((id) => !before.has(id)),
    sent: () => requestsTo(sim, 'POST /vms'),
  };
}

const output = z.strictObject({
  outcome: z.enum(['created', 'found', 'refused', 'unknown']),
  provider: z.string().nullable(),
  vmId: z.string().nullable(),
  mark: z.string().nullable(),
  confirmedPerHour: z.number().nullable(),
  ratePerHour: z.number().nullable(),
  message: z.string(),
  vm: z.looseObject({ id: z.string(), status: z.string(), gpuCount: z.number() }).nullable(),
});
const jsonOf = ({ stdout }: { readonly stdout: string }) => output.parse(JSON.parse(stdout));

test('says what the order costs, launches it, and prints the VM', async () => {
  const { launch, created, sent } = await setup();
  const result = await launch([...ORDER, '--yes', '--json']);
  expect(result).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^Launch 2 × RTX 5090\nPlace: .* vm01\nAccount: .*\nOrder: {4}100 GB disk, image 101\nLogin: .*\nPrice: {4}\$1\.38\/h · \$33\.12 a day · \$1,007 a month\nPlus: .*\nNote: (?:.|\n)*\nLaunched vm-\d+: creating\.\n$/,
    ),
  });
  const { vm, ...json } = jsonOf(result);
  const [vmId] = created();
  expect([vm?.id, vm?.status, vm?.gpuCount]).toEqual([vmId, 'creating', 2]);
  expect(json).toMatchObject({ outcome: 'created', provider: 'rental', vmId });
  expect([json.confirmedPerHour, json.ratePerHour]).toEqual([1.38, expect.closeTo(1.39, 1)]);
  expect([json.mark, sent()]).toEqual([expect.stringMatching(/^[a-z0-9]{8}$/), 1]);
});

test('says the sum of a reservation', async () => {
  const { launch } = await setup();
  const { code, stdout } = await launch([
    ...ORDER,
    '--rental',
    'reserved',
    '--months',
    '3',
    '--yes',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nReserved: \$[\d,.]+ for 3 months\n/);
});

test.each([
  [['--max-price', '1.20'], 'Nothing was sent: it costs $1.38/h, more than --max-price $1.20/h.'],
  [['--bid', '1'], '--bid can’t be chosen for this offer.'],
  [['--disk-gb', '10'], '--disk-gb: Enter a whole number of GB, at least 50.'],
  [
    ['--gpu', 'h100'],
    'Request rejected: Choose a GPU type: 5090, 4090, pro6000. Correct it and try again.',
  ],
])('sends nothing with %j', async (more, says) => {
  const { launch, sent } = await setup();
  const order = ['--node', 'vm01', '--gpu', '5090', '--gpu-count', '2'];
  const result = await launch([...order, ...more, '--yes', '--json']);
  expect([result.code, result.stderr, sent()]).toEqual([2, `${says}\n`, 0]);
  expect(jsonOf(result)).toMatchObject({ outcome: 'refused', provider: null, message: says });
});

test('creates nothing without --yes where it cannot ask, and says what to do', async () => {
  const { launch, sent } = await setup();
  expect(await launch(ORDER)).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: 'Standard input is not a terminal. Pass --yes to launch without a confirmation.\n',
  });
  expect(sent()).toBe(0);
});

test('says what the service answered, then what the list shows', async () => {
  const time = createSharedTime();
  const { sim, launch } = await setup(time);
  const detail = 'node vm01 does not answer';
  const fault = { kind: 'status', status: 500, detail } as const;
  sim.control.addFault({ method: 'POST', path: '/vms', fault });
  const launching = launch([...ORDER, '--yes', '--json']);
  await until('the order is answered', () => requestsTo(sim, 'POST /vms') === 1);
  const { vmid } = sim.control.createVm({ gpu_type: '4090', gpu_count: 2, node: 'vm02' });
  await time.pass(60_000);
  const result = await launching;
  const json = jsonOf(result);
  expect([result.code, json]).toMatchObject([4, { vm: null, vmId: null, outcome: 'unknown' }]);
  const [answer, checking, end] = result.stderr.split('\n').slice(-4);
  expect(json.message).toBe(end);
  expect([answer, checking]).toEqual([
    'The service answered: node vm01 does not answer.',
    'Looking for the VM in the list…',
  ]);
  expect(end).toBe(
    `${answer} A VM may have been created. New in the list since then: vm-${vmid}. Before another launch, check the web console whether it is vm-${vmid}: 2 × RTX 5090 at GPU rental service · vm01, 100 GB disk, image 101. If there is no such VM, add --anyway.`,
  );
});

test.each<[string, number, string, number, string]>([
  [
    'a full node',
    422,
    'no free GPU',
    2,
    'Request rejected: no free GPU. Correct it and try again.',
  ],
  [
    'too little money',
    400,
    'Insufficient balance. Required: 3.50, Available: 1.25',
    3,
    'Insufficient balance: $3.50 required, $1.25 available. Add $2.25 or more in the web console.',
  ],
])('says that %s refused the order', async (_, status, detail, code, message) => {
  const { sim, launch } = await setup();
  sim.control.addFault({ method: 'POST', path: '/vms', fault: { kind: 'status', status, detail } });
  const result = await launch([...ORDER, '--yes', '--json']);
  expect([result.code, jsonOf(result)]).toMatchObject([
    code,
    { outcome: 'refused', vmId: null, message },
  ]);
  expect(result.stderr).toContain(`\n${message}\n`);
});

test('launches another VM like one, with a password that no file holds', async () => {
  const { sim, home, key, launch, created } = await setup();
  const { vmid } = sim.control.createVm({
    ...{ instance_label: 'old', gpu_type: '5090', gpu_count: 4, storage_gb: 200, node: 'vm05' },
    ...{ status: 'interrupted', rental_type: 'interruptible' },
  });
  const password = 'canary password 1';
  const args = ['--like', String(vmid), '--image', '102', '--password-stdin', '--yes', '--json'];
  const result = await launch(args, `${key}\n${password}\n`);
  expect(result.code).toBe(0);
  expect(jsonOf(result).vm).toMatchObject({ id: created()[0], gpuCount: 4 });
  expect(sim.control.vms()[0]).toMatchObject({ storage_gb: 200, rental_type: 'interruptible' });
  expect(leaks(await filesOf(home), [password, key])).toEqual([]);
  expect(result.stdout + result.stderr).not.toContain('canary');
  expect(await launch(['--like', 'nothing', '--yes'])).toMatchObject({
    ...{ code: 2, stderr: 'No VM matches "nothing". See gpu-tray status.\n' },
  });
});

test('rents no GPU that is not named', async () => {
  const { launch, prefer, sent } = await setup();
  await prefer({ launchPresets: [{ name: 'any', draft: { rental: 'on_demand' } }] });
  for (const from of [
    ['--gpu', ' '],
    ['--preset', 'any'],
  ])
    expect(await launch([...from, '--yes'])).toMatchObject({
      ...{
        code: 2,
        stderr: 'The GPU is unknown. Choose it with --gpu, or an offer with --offer.\n',
      },
    });
  expect(sent()).toBe(0);
});

test("launches with an account's password, and a VM's on the next line", async () => {
  const { sim, home, created } = await setup();
  const { email, password } = sim.credentials[0];
  const given = [
    '--base-url',
    sim.baseUrl,
    '--email',
    email,
    '--password-stdin',
    '--yes',
    '--json',
  ];
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  const launch = (more: string[], input: string) =>
    runInProcess(['launch', ...ORDER, ...given, ...more], input, env);
  expect(await launch([], 'wrong')).toMatchObject({
    ...{ code: 3, stderr: expect.stringContaining('Incorrect email or password') },
  });
  expect(created()).toEqual([]);
  expect((await launch([], password)).code).toBe(0);
  const vmPassword = 'canary password 2';
  const result = await launch(['--auth', 'password'], `${password}\n${vmPassword}\n`);
  expect([result.code, created().length]).toEqual([0, 2]);
  expect(leaks(await filesOf(home), [password, vmPassword])).toEqual([]);
});

test.each<[string, (of: Awaited<ReturnType<typeof setup>>) => Promise<unknown>, RegExp, number]>([
  [
    'its notes are damaged',
    async ({ home }) => {
      const folder = join(home, 'config', 'GPU Tray');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'launches.json'), '{');
    },
    /^Nothing was sent: .*launches\.json/,
    4,
  ],
  [
    'the offers cannot be read',
    async ({ sim }) => {
      const fault = { kind: 'status', status: 500 } as const;
      sim.control.addFault({ method: 'GET', path: '/search', fault });
    },
    /500/,
    4,
  ],
])('prints JSON also where %s', async (_, arrange, message, code) => {
  const at = await setup();
  await arrange(at);
  const result = await at.launch([...ORDER, '--yes', '--json']);
  expect([result.code, jsonOf(result).outcome, at.sent()]).toEqual([code, 'refused', 0]);
  expect(jsonOf(result).message).toMatch(message);
});

test('launches a preset of the app', async () => {
  const { sim, launch, prefer } = await setup();
  const order = {
    ...{ node: 'vm01', gpuType: '5090', gpuCount: '4', template: '100', storageGb: '50' },
    ...{ rental: 'on_demand', months: '', login: 'ssh_key', sshKeyId: '' },
  };
  // As an earlier version stored it.
  await prefer({ launchPresets: [{ name: 'train', draft: order }] });
  expect(await launch(['--preset', 'other', '--yes'])).toMatchObject({
    ...{ code: 2, stderr: 'No preset is named "other". Presets: train.\n' },
  });
  const result = await launch(['--preset', 'train', '--disk-gb', '70', '--yes', '--json']);
  expect(jsonOf(result)).toMatchObject({ outcome: 'created', vm: { gpuCount: 4 } });
  expect(sim.control.vms()[0]).toMatchObject({ storage_gb: 70 });
});

const INTERRUPTED = 'A VM may have been created. Run the command again to check.\nInterrupted.\n';
const STALLED = { kind: 'stall-before-headers' } as const;
const ORDERS = { method: 'POST', path: '/vms' } as const;

test.each<[string, NodeJS.Signals, readonly FaultInput[], readonly [vms: number, next: string]]>([
  [
    'reads the offer',
    'SIGKILL',
    [{ method: 'GET', path: '/search', fault: STALLED }],
    [0, 'created'],
  ],
  ['sends the order', 'SIGKILL', [{ ...ORDERS, fault: STALLED }], [0, 'unknown']],
  [
    'has the VM created',
    'SIGKILL',
    [{ ...ORDERS, fault: { kind: 'stall-mid-body' } }],
    [1, 'found'],
  ],
  [
    'has the VM created',
    'SIGINT',
    [{ ...ORDERS, fault: { kind: 'stall-mid-body' } }],
    [1, 'found'],
  ],
  [
    'looks for the VM',
    'SIGKILL',
    [
      { ...ORDERS, fault: { kind: 'other-answer', status: 500 } },
      { method: 'GET', path: '/vms', after: 1, fault: STALLED },
    ],
    [1, 'found'],
  ],
])(
  'a command that %s, ended by %s, leaves at most one VM',
  async (_, signal, faults, [vms, next]) => {
    const { sim, home, key, launch, created, sent } = await setup();
    for (const fault of faults) sim.control.addFault(fault);
    const args = [...ORDER, '--yes', '--json'];
    const user = await newUser();
    const env = { ...user, HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
    await shareCache(home);
    const { child, ended } = start(['launch', ...withKey(sim), ...args], { env, input: key });
    await until('a request stalls', () => sim.control.stalled() === 1);
    child.kill(signal);
    const { stderr } = await ended;
    if (signal === 'SIGINT') expect(stderr).toContain(INTERRUPTED);
    sim.control.clearFaults();
    expect(created()).toHaveLength(vms);
    const notes = join(home, 'config', 'GPU Tray', 'launches.json');
    const left = await readFile(notes, 'utf8').catch(() => '{"launches":[]}');
    expect(JSON.parse(left).launches).toHaveLength(next === 'created' ? 0 : 1);
    // It may be listed for a minute yet.
    if (next === 'unknown') return;
    const result = await launch(args);
    expect(result.code).toBe(0);
    expect(jsonOf(result)).toMatchObject({ outcome: next, vmId: created()[0] });
    expect([created().length, sent()]).toEqual([1, 1]);
  },
);

test('prints a VM that exists also when it cannot be followed', async () => {
  const time = createSharedTime();
  const { sim, launch, created } = await setup(time);
  const fault = { kind: 'status', status: 401 } as const;
  sim.control.addFault({ method: 'GET', path: '/vms/', fault });
  const launching = launch([...ORDER, '--yes', '--wait', '--json']);
  await until('the VM is created', () => created().length === 1);
  await time.pass(10_000);
  const result = await launching;
  expect(result.code).toBe(3);
  expect(jsonOf(result)).toMatchObject({ vm: { id: created()[0] }, outcome: 'created' });
});
