import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { startWorld } from '../world/world.ts';
import { type Measurement, summarize } from './measure.ts';

const CHANGES = 40;

const STATUS = /"status":"(running|interrupted|failed)"/;

/** Without starting VMs, which would be polled faster for ever, and without addresses, whose SSH would be probed. */
function idleBody(body: string): string {
  return body
    .replace(/"(?:creat|start|stopp)ing"/g, '"running"')
    .replace(/"ip_address":"[^"]*"/g, '"ip_address":null');
}

/** A service that answers each path as the simulator did the first time, so that the app's share of the time is measured. */
function createAnswers(fetch: typeof globalThis.fetch) {
  const bodies = new Map<string, string>();
  const headers = { 'content-type': 'application/json' };
  let requests = 0;
  let listedAt = 0;
  return {
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      requests += 1;
      if (pathname === '/vms') listedAt = performance.now();
      const known = bodies.get(pathname);
      if (known !== undefined) return new Response(known, { headers });
      const response = await fetch(input, init);
      const body = await response.text();
      if (response.ok) bodies.set(pathname, idleBody(body));
      return new Response(body, { status: response.status, headers });
    },
    /** Changes the status of the first VM to another one that is notified. */
    change(): void {
      const list = bodies.get('/vms') ?? '';
      const isInterrupted = STATUS.exec(list)?.[1] === 'interrupted';
      bodies.set(
        '/vms',
        list.replace(STATUS, `"status":"${isInterrupted ? 'failed' : 'interrupted'}"`),
      );
    },
    requests: () => requests,
    /** When the VMs were requested last. */
    listedAt: () => listedAt,
  };
}

/** The application over a simulated week with one account of 12 VMs, in the real order of its timers. */
export async function benchDays(): Promise<readonly Measurement[]> {
  const world = await startWorld({ readsPerMinute: 1_000_000 });
  const { time } = world;
  const answers = createAnswers(time.fetch);
  let notified: { readonly at: number; readonly ms: number } | null = null;
  const told = () => {
    if (notified === null) throw new Error('A change was not notified');
    return notified;
  };
  try {
    const start = world.starter({
      fetch: answers.fetch,
      onNotified() {
        notified ??= { at: time.now(), ms: performance.now() - answers.listedAt() };
      },
    });
    const application = await start();
    const { read_only: key } = world.credentials[0].apiKeys;
    const account = { baseUrl: world.baseUrl, accountId: null, key };
    const signedIn = application.requests.signInWithKey(account);
    await time.pass(SECOND_MS);
    await signedIn;
    await time.pass(10 * MINUTE_MS);

    const delays: number[] = [];
    const shares: number[] = [];
    for (let count = 0; count < CHANGES; count += 1) {
      // At any moment between two polls.
      await time.pass((count * 7_300) % 30_000);
      notified = null;
      const changedAt = time.now();
      answers.change();
      await time.pass(MINUTE_MS);
      const { at, ms } = told();
      delays.push((at - changedAt) / SECOND_MS);
      shares.push(ms);
    }

    const cpu: number[] = [];
    const before = answers.requests();
    for (let passed = 0; passed < 7 * DAY_MS; passed += 5 * MINUTE_MS) {
      const used = process.threadCpuUsage();
      await time.pass(5 * MINUTE_MS);
      const { user, system } = process.threadCpuUsage(used);
      cpu.push((user + system) / 1_000);
    }
    const requests = answers.requests() - before;
    await application.stop();
    return [
      summarize('change at the service to its notification, poll interval 30 s', 's', delays),
      summarize('of that, from the request that shows it', 'ms', shares),
      summarize('requests in a day', 'requests', [requests / 7]),
      summarize('idle: CPU time of 5 minutes', 'ms CPU', cpu),
    ];
  } finally {
    await world.close();
  }
}
