import { expect, test } from 'vitest';
import { memorySession, startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { onlyAccount, statusObject } from './status-object.ts';
import { keychainUser } from './users.ts';

// Signing in at another provider than the first one.

test('a key of a provider is tried with one reading call, stored, and goes nowhere else', async () => {
  const [cloud, service] = await Promise.all([
    simulate({ provider: 'runpod', vms: 3 }),
    simulate({ vms: 2 }),
  ]);
  const user = await keychainUser();
  const { read_only: key } = cloud.credentials[0].apiKeys;
  const place = ['--provider', 'runpod', '--base-url', cloud.baseUrl];
  const login = ['login', ...place, '--api-key-stdin'];
  expect((await user.run(login, 'unknown-key')).code).toBe(3);
  expect(await user.items()).toBe(0);
  cloud.control.clearLog();
  expect(await user.run(login, key)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: 'Signed in as RunPod. The credential is stored in your keychain.\n',
  });
  const tried = cloud.control.state().requests.log;
  expect(tried.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v2/pods']);

  const { stdout } = await user.run(['status', '--json']);
  expect(onlyAccount(stdout)).toMatchObject({ provider: 'runpod', status: 'live', problem: null });
  await user.loginWithKey(service);
  const both = statusObject((await user.run(['status', '--json'])).stdout).accounts;
  expect(both.map(({ provider }) => provider)).toEqual(['runpod', 'rental']);
  const stored = ['--provider', 'runpod', '--provider', 'rental'];
  expect((await user.run(['prices', '--json', ...stored])).code).toBe(0);
  expect((await user.run(['doctor', '--json'])).code).toBe(0);
  const paths = cloud.control.state().requests.log.map(({ path }) => path);
  expect(paths.every((path) => path.startsWith('/v2/'))).toBe(true);
  expect(await user.items()).toBe(2);
  expect((await user.run(['logout', 'RunPod'])).code).toBe(0);
  expect(await user.items()).toBe(1);
});

test('the panel sends a key to no other host than the one of its provider', async () => {
  const cloud = await simulate({ provider: 'runpod', vms: 3 });
  const hosts = new Set<string>();
  const reach = {
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      hosts.add(new URL(input instanceof Request ? input.url : input).host);
      return fetch(input, init);
    },
  };
  const { application, opened } = await startApplication(memorySession(), await temporaryFolder(), {
    reach,
  });
  const { requests } = application;
  const { read_only: key } = cloud.credentials[0].apiKeys;
  const signIn = (baseUrl: string) =>
    requests.signInWithKey({ provider: 'runpod', baseUrl, key, accountId: null });
  for (const elsewhere of ['https://api.example.com', 'https://api.runpod.io.example.com'])
    await expect(signIn(elsewhere)).rejects.toMatchObject({ refusal: { kind: 'invalid' } });
  expect([...hosts]).toEqual([]);

  await signIn(cloud.baseUrl);
  await requests.openKeysPage({ provider: 'runpod' });
  await requests.openKeysPage({ provider: 'rental' });
  expect(opened).toEqual(['https://www.console.runpod.io/user/settings']);

  cloud.control.clearLog();
  const checks = await requests.diagnose();
  expect(checks.find(({ id }) => id === 'service')).toMatchObject({ state: 'ok' });
  const probes = cloud.control.state().requests.log.filter((sent) => !sent.hasAuthorization);
  expect(probes.map(({ path }) => path)).toEqual(['/v2/pods']);
  expect([...hosts]).toEqual([new URL(cloud.baseUrl).host]);
});
