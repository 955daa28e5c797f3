import { expect, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { parseBaseUrl } from '../../core/providers/index.ts';
import { Secret } from '../../core/secret.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { givenAccount } from './sources.ts';

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
