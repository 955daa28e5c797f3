import { expect, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { parseBaseUrl } from '../../core/providers/index.ts';
import { sentInstance } from '../../core/providers/vast/testing/instances.ts';
import { Secret } from '../../core/secret.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { fakeTerminal } from '../testing/fakes.ts';
import { givenAccount, withClients } from './sources.ts';

test('a sign-in that failed is repeated with the next request, and no other', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    async () => Response.json({ access_token: 'access', refresh_token: 'refresh' }),
    async () => Response.json([]),
    async () => Response.json([]),
  ];
  const paths: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    paths.push(new URL(String(input)).pathname);
    return (answers.shift() ?? Response.error)();
  };
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const source = {
    kind: 'login',
    provider: 'rental',
    baseUrl: base.url,
    email: 'ada@example.com',
  } as const;
  const network = { fetch, clock: createVirtualClock(), log: silentLog, listMs: 1_000 };
  const { client } = await givenAccount(source, new Secret('password'), network);
  await expect(client.listVms()).rejects.toMatchObject({ problem: { kind: 'network' } });
  expect(paths).toEqual(['/auth/login']);
  await client.listVms();
  await client.listVms();
  expect(paths.slice(1)).toEqual(['/auth/login', '/vms', '/vms']);
});

test.each([401, 403])('a sign-in that was refused with %d is not repeated', async (status) => {
  const clock = createVirtualClock();
  let sent = 0;
  const fetch: typeof globalThis.fetch = async () => {
    sent += 1;
    return Response.json({ detail: 'Refused.' }, { status });
  };
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const source = { kind: 'login', provider: 'rental', baseUrl: base.url, email: 'a@b.c' } as const;
  const network = { fetch, clock, log: silentLog, listMs: 1_000 };
  const { client } = await givenAccount(source, new Secret('password'), network);
  for (let minute = 0; minute < 10; minute += 1) {
    await expect(client.listVms()).rejects.toThrow();
    await clock.advance(60_000);
  }
  expect(sent).toBe(1);
});

test.each([
  [true, ['Reading 100 of 180…', 'Reading 175 of 180…']],
  [false, []],
])(
  'a long list is read whole and tells at a terminal (%s) how far',
  async (isInteractive, lines) => {
    const clock = createVirtualClock();
    const base = parseBaseUrl('https://vast.example.com');
    if (!base.ok) throw new Error(base.message);
    const source = { kind: 'apiKey', provider: 'vast', baseUrl: base.url } as const;
    const fetch: typeof globalThis.fetch = async (input) => {
      const from = Number(new URL(String(input)).searchParams.get('after_token'));
      const ids = Array.from({ length: Math.min(25, 180 - from) }, (_, index) => from + index + 1);
      return Response.json({
        instances: ids.map((id) => sentInstance({ id })),
        next_token: from + 25 < 180 ? String(from + 25) : null,
        total_instances: 180,
      });
    };
    const network = { fetch, clock, log: silentLog, listMs: 60_000 };
    const terminal = fakeTerminal({ isInteractive });
    const account = await givenAccount(source, new Secret('a-key'), network);
    const { signal } = new AbortController();
    const ports = { clock, terminal, signal };
    const reading = withClients([account], ports, () => account.client.listVms());
    await clock.advance(10_000);
    expect(await reading).toMatchObject({ isComplete: true, vms: { length: 180 } });
    expect(terminal.takeErrors().split('\n').filter(Boolean)).toEqual(lines);
  },
);
