import { afterEach, expect, test, vi } from 'vitest';
import { ACCOUNT, SETTINGS } from '../../core/settings/testing/settings-folder.ts';
import { type Answers, commandSetup } from '../testing/setups.ts';

// Whole command lines with a service that gives these answers.

afterEach(() => {
  vi.unstubAllEnvs();
});

const URL_ARGS = ['--base-url', 'https://api.example.com'];

const OFFERS = [
  { gpu_type: 'pro6000', available_gpus: 5, price: 1.49, node: 'vm01' },
  { gpu_type: '4090', available_gpus: 2, price: 0.39, node: 'vm02' },
  { gpu_type: '4090', available_gpus: 0, price: 0.29, node: 'vm\u001b[31m03' },
  { gpu_type: '4090' },
  { country: 'NO' },
];
const answering = (offers: unknown): Answers => ({
  '/search': (request) => {
    expect(request.headers.has('authorization')).toBe(false);
    return Response.json(offers);
  },
  '/pricing': () => Response.json({ '4090': { on_demand: 0.39, interruptible: 0.234 } }),
});

async function run(argv: readonly string[], answers = answering(OFFERS), settings?: object) {
  const setup = await commandSetup(answers);
  if (settings !== undefined) await setup.writeSettings(JSON.stringify(settings));
  return { ...(await setup.run(argv)), requests: setup.requests };
}

test('prints the offers without an account, cheapest first', async () => {
  const { exitCode, out, errors, requests } = await run(['offers', ...URL_ARGS]);
  expect([exitCode, errors, requests]).toEqual([0, '', ['GET /search']]);
  expect(out.split('\n')).toEqual([
    'api.example.com  4 offers, cheapest first',
    '  GPU       $/H  FOR    AVAILABLE  NODE',
    '  4090     0.29  1 GPU          0  vm [31m03',
    '  4090     0.39  1 GPU          2  vm02',
    '  pro6000  1.49  1 GPU          5  vm01',
    '  4090        —  —              —  —',
    '',
    '1 record could not be read.',
    '',
  ]);
});

test('prints equal offers once, with their number', async () => {
  const one = { gpu_type: '4090', available_gpus: 2, price: 0.39, node: 'vm02' };
  const offers = [
    ...['NO', 'IS', 'FI'].map((country) => ({ ...one, country })),
    { ...one, node: 'vm03', price: 0.5 },
  ];
  const { out } = await run(['offers', ...URL_ARGS], answering(offers));
  expect(out.split('\n')).toEqual([
    'api.example.com  4 offers, cheapest first',
    '  GPU    $/H  FOR    AVAILABLE  NODE  OFFERS',
    '  4090  0.39  1 GPU          2  vm02       3',
    '  4090  0.50  1 GPU          2  vm03       1',
    '',
  ]);
});

test.each(['offers', 'prices'] as const)('counts one of the %s in the singular', async (name) => {
  const one = () => Response.json([{ gpu: '4090', price: 1 }]);
  const { out } = await run([name, ...URL_ARGS], { '/search': one, '/pricing': one });
  expect(out.split('\n')[0]).toBe(`api.example.com  1 ${name.slice(0, -1)}, cheapest first`);
});

test('prints prices by GPU type and rental type', async () => {
  const { out } = await run(['prices', ...URL_ARGS]);
  expect(out.split('\n').slice(0, 4)).toEqual([
    'api.example.com  2 prices, cheapest first',
    '  GPU    $/H  FOR    RENTAL',
    '  4090  0.23  1 GPU  interruptible',
    '  4090  0.39  1 GPU  on demand',
  ]);
});

test('says of how many GPUs a price is, and how many offers there are at least', async () => {
  const offers = Array.from({ length: 50 }, (_, index) => ({
    ...{ gpu_type: '4090', gpu_count: 8, price: 3.2, country: `c${index}` },
  }));
  const answers: Answers = {
    '/search': ({ url }) =>
      url.includes('?')
        ? Response.json({ detail: 'limit' }, { status: 422 })
        : Response.json(offers),
  };
  const { out } = await run(['offers', ...URL_ARGS], answers);
  expect(out.split('\n').slice(0, 3)).toEqual([
    'api.example.com  ≥ 50 offers, cheapest first',
    '  GPU        $/H  FOR     OFFERS',
    '  8 × 4090  3.20  8 GPUs      50',
  ]);
  const json = await run(['offers', ...URL_ARGS, '--json'], answers);
  expect(JSON.parse(json.out).complete).toBe(false);
});

test.each<[readonly string[], readonly string[]]>([
  [['--gpu-type', 'PRO-6000'], ['vm01']],
  [
    ['--min-gpus', '1'],
    ['vm02', 'vm01'],
  ],
  [
    ['--max-price', '0.39'],
    ['vm\u001b[31m03', 'vm02'],
  ],
  [['--gpu-type', '4090', '--min-gpus', '3'], []],
])('filters by %j', async (options, nodes) => {
  const { out } = await run(['offers', ...URL_ARGS, ...options, '--json']);
  expect(out).not.toContain('\u001b');
  const { offers, ...more } = JSON.parse(out);
  expect(offers.map(({ node }: { node: string }) => node)).toEqual(nodes);
  expect(more).toMatchObject({ skipped: 1, complete: true });
});

test('has the documented JSON', async () => {
  const { out } = await run(['offers', ...URL_ARGS, '--json'], answering([OFFERS[0]]));
  expect(JSON.parse(out).offers).toEqual([
    {
      ...{ gpuType: 'pro6000', gpuCount: null, node: 'vm01', pricePerHour: 1.49 },
      ...{ pricePerGpu: 1.49, rentalType: null, months: null, available: 5 },
    },
  ]);
});

test.each<[string, readonly string[], Answers, number, string]>([
  ['no offers', [], answering([]), 0, 'No offers available now.'],
  [
    'an unknown GPU type',
    ['--gpu-type', 'H100'],
    answering(OFFERS),
    0,
    'No offer of GPU type H100. On offer: 4090, pro6000.',
  ],
  ['no match', ['--max-price', '0.01'], answering(OFFERS), 0, 'No offer matches.'],
  ['another form', [], answering({ a: 1 }), 4, 'Unexpected response to GET /search'],
  ['a service that is down', [], {}, 4, 'Failed to reach the service.'],
])('says what to do about %s', async (_, options, answers, exitCode, text) => {
  const result = await run(['offers', ...URL_ARGS, ...options], answers);
  expect(result.exitCode).toBe(exitCode);
  expect(result.out + result.errors).toContain(text);
});

test('uses the service of the stored accounts, if there is one', async () => {
  const [mine, work] = ['https://api.example.com', 'https://work.example'];
  const stored = (...urls: readonly string[]) => ({
    ...SETTINGS,
    accounts: urls.map((baseUrl, index) => ({
      ...{ ...ACCOUNT, baseUrl },
      id: `${ACCOUNT.id.slice(0, -1)}${index}`,
    })),
  });
  const one = await run(['offers'], answering(OFFERS), stored(mine, mine));
  expect(one.exitCode).toBe(0);
  const several = await run(['offers'], answering(OFFERS), stored(mine, work));
  expect([several.exitCode, several.errors]).toEqual([
    2,
    `The stored accounts belong to several services. Pass one with --base-url: ${mine}, ${work}.\n`,
  ]);
  const none = await run(['offers']);
  expect([none.exitCode, none.errors]).toEqual([
    3,
    'No account is stored. Pass --base-url with the service URL.\n',
  ]);
});
