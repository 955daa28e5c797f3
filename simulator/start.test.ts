import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runningClock, type StartOptions, startSimulator } from './index.ts';
import { documentedSpend, documentedUsage, setup } from './testing/index.ts';

describe('startSimulator', () => {
  it('serves below a base path, and only there', async () => {
    const sim = await setup({ basePath: '/v1' });
    expect(sim.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect((await sim.owner.get('/vms')).status).toBe(200);
    expect((await fetch(`${new URL(sim.baseUrl).origin}/pricing`)).status).toBe(404);
  });

  it('has the same keys and fleet for the same seed', async () => {
    const [one, two, other] = [
      await setup({ seed: 5 }),
      await setup({ seed: 5 }),
      await setup({ seed: 6 }),
    ];
    expect(one.credentials).toEqual(two.credentials);
    expect(one.control.vms()).toEqual(two.control.vms());
    expect(one.credentials[0].apiKeys).not.toEqual(other.credentials[0].apiKeys);
  });

  it('has two accounts with seven secrets of their own', async () => {
    const { credentials } = await setup();
    const secrets = credentials.flatMap(({ password, apiKeys }) => [
      password,
      ...Object.values(apiKeys),
    ]);
    expect(credentials).toHaveLength(2);
    expect(new Set(secrets).size).toBe(8);
  });

  it.each<StartOptions>([
    { vms: 10_001 },
    { vms: -1 },
    { speed: 0 },
    { port: 70_000 },
    { basePath: 'v1' },
    { basePath: '/v1/' },
    { basePath: '/__control' },
    { tokenTtlSeconds: 0 },
  ])('refuses %j', async (options) => {
    await expect(startSimulator(options)).rejects.toThrow(z.ZodError);
  });

  it('says when the port is taken', async () => {
    const sim = await setup();
    const port = Number(new URL(sim.baseUrl).port);
    await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lists 10,000 VMs, their spend and their week in well under a second each', async () => {
    const sim = await setup({ vms: 10_000 });
    // The best of three, of the processor's time: the machine may be busy with something else.
    const timed = async (path: string) => {
      const times = [];
      let body: unknown;
      for (let round = 0; round < 3; round += 1) {
        const before = process.threadCpuUsage();
        body = (await sim.owner.get(path)).body;
        const { user, system } = process.threadCpuUsage(before);
        times.push((user + system) / 1000);
      }
      expect(Math.min(...times), path).toBeLessThan(700);
      return body;
    };
    expect(z.array(z.unknown()).parse(await timed('/vms?limit=10000'))).toHaveLength(10_000);
    expect(z.array(z.unknown()).parse(await timed('/vms?offset=9950'))).toHaveLength(50);
    documentedSpend.parse(await timed('/billing/current-spend'));
    documentedUsage.parse(await timed('/billing/usage?start_date=2026-01-12&end_date=2026-01-15'));
  });

  it('closes at once, whatever is still hanging', async () => {
    const sim = await startSimulator({ vms: 2 });
    const authorization = `Bearer ${sim.credentials[0].apiKeys.read_write}`;
    const kinds = ['stall-before-headers', 'stall-mid-body', 'enormous-body', 'delay'] as const;
    const closed = Promise.withResolvers<void>();
    const hanging = kinds.map(async (kind) => {
      const query = { kind };
      sim.control.addFault({
        path: '/vms',
        query,
        fault: kind === 'delay' ? { kind, ms: 3_600_000 } : { kind },
      });
      const response = await fetch(`${sim.baseUrl}/vms?kind=${kind}`, {
        headers: { authorization },
      });
      // Not read on before the end, so that the enormous body is unfinished by then.
      for await (const _chunk of response.body ?? []) await closed.promise;
    });
    const ended = Promise.allSettled(hanging);
    await expect.poll(() => sim.control.state().requests.log.length).toBe(kinds.length);
    const before = performance.now();
    await sim.close();
    // Sooner than a connection that is kept alive would end by itself.
    expect(performance.now() - before).toBeLessThan(4000);
    closed.resolve();
    expect((await ended).map(({ status }) => status)).toEqual(kinds.map(() => 'rejected'));
    await sim.close();
    await expect(fetch(sim.baseUrl)).rejects.toThrow(TypeError);
  });
});

describe('the running clock', () => {
  it('runs as fast as it is told, while wall time does not', async () => {
    const clock = runningClock(1000);
    // Each is looked at between two marks: what passes from one line to the next is up to the machine.
    const first = performance.now();
    const [now, wall] = [clock.now(), clock.wall()];
    const second = performance.now();
    await expect.poll(() => clock.now() - now).toBeGreaterThan(25_000);
    const third = performance.now();
    const [simulated, real] = [clock.now() - now, clock.wall() - wall];
    const fourth = performance.now();
    expect(simulated).toBeGreaterThanOrEqual(1000 * (third - second));
    expect(simulated).toBeLessThanOrEqual(1000 * (fourth - first) + 1);
    // Of the machine's clock only whole milliseconds are to be had.
    expect(real).toBeLessThan(fourth - first + 20);
    clock.advance(5000);
    expect(clock.wall() - wall).toBeGreaterThanOrEqual(5000);
  });

  it('keeps tokens good for real seconds at any speed', async () => {
    const sim = await startSimulator({ speed: 100_000 });
    try {
      const [{ email, password }] = sim.credentials;
      const login = await fetch(`${sim.baseUrl}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { access_token } = z
        .looseObject({ access_token: z.string() })
        .parse(await login.json());
      const from = Date.parse(sim.control.state().now);
      // Two simulated hours, in well under a second.
      await expect
        .poll(() => Date.parse(sim.control.state().now) - from)
        .toBeGreaterThan(7_200_000);
      const headers = { authorization: `Bearer ${access_token}` };
      expect((await fetch(`${sim.baseUrl}/vms`, { headers })).status).toBe(200);
    } finally {
      await sim.close();
    }
  });
});
