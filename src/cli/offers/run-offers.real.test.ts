import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { type Answers, commandSetup } from '../testing/setups.ts';

// Whole command lines with services that give these answers.

afterEach(() => {
  vi.unstubAllEnvs();
});

const NOW = Date.UTC(2026, 10, 28, 12);

const VAST = {
  id: 7,
  ...{ gpu_name: 'RTX 4090', gpu_ram: 24_564, num_gpus: 2, dph_total: 0.8, rentable: true },
  ...{ geolocation: 'Norway, NO', hosting_type: 0, verification: 'verified' },
  end_date: NOW / 1_000 + 3_600,
};

const LAMBDA = {
  instance_type: {
    name: 'gpu_8x_h100_sxm5',
    ...{ gpu_description: 'H100 (80 GB SXM5)', price_cents_per_hour: 2_392 },
    specs: { storage_gib: 22_528, gpus: 8 },
  },
  regions_with_capacity_available: [{ name: 'us-west-1' }, { name: 'us-east-1' }],
};

const POD = {
  ...{ id: 'NVIDIA H100 80GB HBM3', name: 'H100 SXM', memory: 80, secure: true, community: false },
  ...{ price: { secure: 2.69 }, maxCount: { secure: 8 }, availability: 'LOW' },
  dataCenters: [{ id: 'EU-RO-1', availability: 'LOW' }],
};

const RENTAL = [
  { gpu_type: 'pro6000', available_gpus: 5, price: 1.49, node: 'vm01' },
  { gpu_type: '4090', available_gpus: 2, price: 0.39, node: 'vm\u001b[31m02' },
  { gpu_type: '4090', available_gpus: 0, price: 0.29, node: 'vm03' },
  { country: 'NO' },
];

const UNREADABLE =
  'Unexpected response to the list of offers: 1 unreadable offer. Check the service URL. If it is correct, check for a GPU Tray update.';

const ALL: Answers = {
  '/api/v0/bundles/': (request) => {
    expect(request.headers.has('authorization')).toBe(false);
    const other = { ...VAST, id: 8, dph_total: 1, geolocation: 'Iceland, IS' };
    return Response.json({ offers: [other, VAST] });
  },
  '/api/v1/instance-types': () => Response.json({ data: { gpu_8x_h100_sxm5: LAMBDA } }),
  '/v2/catalog/gpus': () => Response.json({ gpus: [POD] }),
  '/search': (request) => {
    expect(request.headers.has('authorization')).toBe(false);
    return Response.json(RENTAL);
  },
  '/pricing': () => Response.json([]),
};

interface Stored {
  readonly provider: string;
  readonly name?: string;
  readonly baseUrl?: string;
}

async function run(argv: readonly string[], stored: readonly Stored[] = [], answers = ALL) {
  const setup = await commandSetup(answers, NOW);
  vi.stubEnv('GPU_TRAY_CREDENTIALS_FILE', '');
  if (stored.length > 0) {
    const path = join(await temporaryFolder(), 'keys.json');
    const accounts = stored.map((account, index) => ({ ...account, apiKey: `key-${index}` }));
    await writeFile(path, JSON.stringify({ accounts }), { mode: 0o600 });
    vi.stubEnv('GPU_TRAY_CREDENTIALS_FILE', path);
  }
  const { out, ...result } = await setup.run(argv);
  return { ...result, out, lines: out.split('\n'), requests: setup.requests };
}

const RUNPOD = { provider: 'runpod' };
const LAMBDA_ACCOUNT = { provider: 'lambda', name: 'work' };
const SERVICE = { provider: 'rental', baseUrl: 'https://api.example.com' };
const FOUR = [RUNPOD, LAMBDA_ACCOUNT, SERVICE, { provider: 'vast', name: 'lea' }];

test('prints the offers of all accounts, the cheapest GPU first, those of one kind in a row', async () => {
  const { exitCode, lines, errors } = await run(['offers', '--disk-gb', '0'], FOUR);
  expect([exitCode, errors]).toEqual([0, `example: ${UNREADABLE}\n`]);
  expect(lines).toEqual([
    '7 offers, cheapest first',
    '  GPU             GPUS  $/GPU H    $/H  CLOUD          TERMS      WHERE                     STOCK  MORE         EXTRA',
    '  RTX 4090           1     0.39   0.39  example        —          vm [31m02                     2  —            disk',
    '  RTX 4090 24 GB     2     0.40   0.80  lea verified   on demand  Norway, NO · Iceland, IS      1  1 from 0.50  —',
    '  RTX PRO 6000       1     1.49   1.49  example        —          vm01                          5  —            disk',
    '  H100 SXM 80 GB     1     2.69   2.69  RunPod secure  on demand  EU-RO-1                     low  —            —',
    '  H100 SXM 80 GB     8     2.99  23.92  work           on demand  us-west-1 · us-east-1         —  1 from 2.99  tax',
    '',
  ]);
});

test('reads only Vast without an account, with no credential', async () => {
  const { exitCode, lines, errors, requests } = await run(['offers']);
  expect([exitCode, errors, requests]).toEqual([0, '', ['POST /api/v0/bundles/']]);
  expect(lines[2]).toContain('Vast.ai verified');
  expect(lines.slice(-3)).toEqual([
    'Prices include 100 GB of disk where you choose its size.',
    'Without an account, only public offers are listed. For others, sign in with gpu-tray login.',
    '',
  ]);
});

test('prints what a rental service listed before it refused a page, and why there is no more', async () => {
  const page = Array.from({ length: 50 }, (_, at) => ({ ...RENTAL[0], node: `vm${at}` }));
  const refused = () => new Response('{"detail": "No more for now."}', { status: 429 });
  const search = ({ url }: Request) => (url.includes('offset') ? refused() : Response.json(page));
  const { exitCode, lines, errors } = await run(['offers'], [SERVICE], { '/search': search });
  expect([exitCode, lines[0]]).toEqual([0, '≥ 50 offers, cheapest first']);
  expect(errors).toMatch(/^example: Rate limit reached: No more for now/);
});

test('has the documented JSON', async () => {
  const { out } = await run(
    ['offers', '--json', '--provider', 'vast', '--provider', 'lambda'],
    FOUR,
  );
  const { offers, ...others } = JSON.parse(out);
  expect(others).toEqual({ problems: [], readAt: '2026-11-28T12:00:00.000Z' });
  expect(offers).toHaveLength(4);
  expect(offers[0]).toEqual({
    ...{ provider: 'vast', account: 'lea', offer: '7' },
    ...{ gpu: { family: 'RTX 4090', form: null, vramGb: 24 }, gpuText: 'RTX 4090', gpuCount: 2 },
    ...{ vramGb: 48, where: 'Norway, NO', tier: 'verified', terms: 'onDemand', stock: 1 },
    ...{ perHour: 0.8, perGpuHour: 0.4, diskGb: 100, endsAt: '2026-11-28T13:00:00.000Z' },
    extra: [],
  });
  expect(offers[2]).toMatchObject({ provider: 'lambda', account: 'work', endsAt: null });
});

const H100 = 'NVIDIA H100 80GB HBM3/secure/1/EU-RO-1';

test.each<[readonly string[], readonly string[]]>([
  [
    ['--gpu', 'h100'],
    [H100, 'gpu_8x_h100_sxm5/us-west-1', 'gpu_8x_h100_sxm5/us-east-1'],
  ],
  [
    ['--max-price', '0.45'],
    ['vm%1B%5B31m02/4090/1/on_demand', '7'],
  ],
  [['--min-vram', '80', '--provider', 'runpod'], [H100]],
  [['--provider=rental', '--max-price=0.3'], []],
])('filters by %j', async (options, handles) => {
  const { out } = await run(['offers', '--json', ...options], FOUR);
  expect(out).not.toContain('\u001b');
  const { offers } = JSON.parse(out);
  expect(offers.map(({ offer }: { readonly offer: string }) => offer)).toEqual(handles);
});

test('prices are the lowest of each GPU in each cloud', async () => {
  const { lines } = await run(['prices', '--disk-gb', '0'], FOUR);
  expect(lines[0]).toBe('5 prices, cheapest first');
  const { out } = await run(['prices', '--gpu', '4090', '--json'], FOUR);
  const { offers } = JSON.parse(out);
  expect(offers.map(({ perGpuHour }: { perGpuHour: number }) => perGpuHour)).toEqual([0.39, 0.4]);
});

test('a provider that fails does not take the others', async () => {
  const answers = {
    ...ALL,
    '/v2/catalog/gpus': () => Response.json({ title: 'Unauthorized' }, { status: 401 }),
    '/api/v1/instance-types': () => new Response('down', { status: 503 }),
  };
  const { exitCode, out, errors } = await run(['offers', '--json'], FOUR, answers);
  const { offers, problems } = JSON.parse(out);
  expect([exitCode, offers.length]).toEqual([0, 4]);
  const at = problems.map((each: Stored & { account: string }) => [each.provider, each.account]);
  expect(at).toEqual([
    ['runpod', 'RunPod'],
    ['lambda', 'work'],
    ['rental', 'example'],
  ]);
  expect(errors).toMatch(/^RunPod: .*\nwork: .*\nexample: .*\n$/);
  expect(errors).toContain(`example: ${UNREADABLE}`);
  const some = await run(['offers', '--provider', 'runpod', '--json'], FOUR, answers);
  expect([some.exitCode, JSON.parse(some.out).offers]).toEqual([4, []]);
  const table = await run(['offers'], [], {});
  expect([table.exitCode, table.out]).toEqual([4, '']);
  expect(table.errors).toMatch(/^[^\n]+\n$/);
});

test('reads a public list once, whatever number of accounts is at it', async () => {
  const twice = [
    { provider: 'vast', name: 'a' },
    { provider: 'vast', name: 'b' },
  ];
  const { requests, out } = await run(['offers'], twice);
  expect(requests).toEqual(['POST /api/v0/bundles/']);
  expect(out).toContain(' a verified ');
});

test('--base-url reads the public list of a service without an account', async () => {
  const argv = ['offers', '--base-url', 'https://api.example.com'];
  const { exitCode, requests, lines } = await run(argv, FOUR);
  expect([exitCode, requests]).toEqual([0, ['GET /search']]);
  expect(lines[2]).toContain('GPU rental service');
});

test.each<[string, readonly string[], Answers, number, string]>([
  ['no offers', [], { '/search': () => Response.json([]) }, 0, 'No offer matches.'],
  ['no match', ['--max-price', '0.01'], ALL, 0, 'No offer matches.'],
  [
    'another form',
    [],
    { '/search': () => Response.json({ a: 1 }) },
    4,
    'Unexpected response to GET /search',
  ],
  ['a service that is down', [], {}, 4, 'Failed to reach the service.'],
])('says what to do about %s', async (_, options, answers, exitCode, text) => {
  const argv = ['offers', '--base-url', 'https://api.example.com', ...options];
  const result = await run(argv, [], answers);
  expect(result.exitCode).toBe(exitCode);
  expect(result.out + result.errors).toContain(text);
});

test('a provider without an account needs one, unless its offers are public', async () => {
  const none = await run(['offers', '--provider', 'runpod']);
  const text = 'RunPod shows its offers to accounts only. Sign in with gpu-tray login.\n';
  expect([none.exitCode, none.errors, none.requests]).toEqual([3, text, []]);
  const one = await run(['offers', '--provider', 'runpod', '--provider', 'vast']);
  expect([one.exitCode, one.errors]).toEqual([0, `RunPod: ${text}`]);
});
