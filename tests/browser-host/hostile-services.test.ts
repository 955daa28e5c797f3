import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type FaultInput, startSimulator } from '../../simulator/index.ts';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';
import { ownHome } from '../e2e/fixture/own-home.ts';
import { askApp, startBrowserHost } from './index.ts';

const MEBIBYTE = 1024 ** 2;

/** What the service answers to every request, and for how many polls. */
const SERVICES: readonly (readonly [FaultInput['fault'], number])[] = [
  [{ kind: 'enormous-body', bytes: 256 * MEBIBYTE }, 1],
  [{ kind: 'gzip-bomb', bytes: 256 * MEBIBYTE }, 1],
  [{ kind: 'answer', body: new Array(500_000).fill({}) }, 1],
  [
    {
      kind: 'answer',
      body: [{ id: 'a', status: 'running', instance_label: '学'.repeat(2_000_000) }],
    },
    1,
  ],
  // A list without an end, of which each page has ten times the size that was asked for, and other ids.
  [{ kind: 'new-vms', count: 5_000 }, 4],
];

/** Loaded into the app: notes its memory, and the CPU time of each turn of its event loop, which other programs do not change. */
const METER = `
const turns = [];
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  turns.push((user + system) / 1000);
}, 5).unref();
process.on('exit', () => {
  const usage = { megabytes: process.resourceUsage().maxRSS / 1024, turns };
  require('node:fs').writeFileSync(process.env.USAGE, JSON.stringify(usage));
});
`;

/** `turns` in ms. */
const usageSchema = z.object({ megabytes: z.number(), turns: z.array(z.number()) });

/** Half of the busy time is in longer turns, so that a request of the panel waits for one like this. */
function typicalTurn(turns: readonly number[]): number {
  const longestFirst = turns.toSorted((a, b) => b - a);
  let left = longestFirst.reduce((sum, ms) => sum + ms, 0) / 2;
  for (const ms of longestFirst) {
    left -= ms;
    if (left <= 0) return ms;
  }
  return 0;
}

test('the worst services cost little memory, and do not block the panel', async () => {
  ensureBuilt(APP);
  const home = await ownHome();
  onTestFinished(home.remove);
  const meter = join(home.folder, 'meter.cjs');
  await writeFile(meter, METER);
  const USAGE = join(home.folder, 'usage.json');
  const simulator = await startSimulator({ vms: 20, readsPerMinute: 100_000 });
  onTestFinished(simulator.close);
  const { control, credentials, baseUrl } = simulator;
  const app = await startBrowserHost({
    userData: join(home.folder, 'user-data'),
    env: {
      ...{ PATH: [home.programs, process.env['PATH']].join(delimiter), HOME: home.folder },
      ...{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', NODE_OPTIONS: `--require=${meter}`, USAGE },
    },
  });
  onTestFinished(async () => void (await app.close()));
  // Opens the panel.
  await fetch(app.url);

  const ask = (name: string, input: unknown) => askApp(app.url, `request:${name}`, input);
  const key = credentials[0].apiKeys.read_only;
  await ask('signInWithKey', { baseUrl, key, accountId: null });
  await ask('refresh', { accountId: null });
  for (const [fault, polls] of SERVICES) {
    const placed = control.addFault({ path: '/', fault });
    for (let poll = 0; poll < polls; poll += 1) await ask('refresh', { accountId: null });
    expect(placed.hits()).toBeGreaterThanOrEqual(polls);
    placed.clear();
  }
  await app.close();

  const { megabytes, turns } = usageSchema.parse(JSON.parse(await readFile(USAGE, 'utf8')));
  // About 200, whatever the number of polls; 370 after these if V8 let garbage grow.
  expect(megabytes).toBeLessThan(300);
  // About 90 on a quiet machine; `npm run bench` has the figure.
  expect(typicalTurn(turns)).toBeLessThan(200);
});
