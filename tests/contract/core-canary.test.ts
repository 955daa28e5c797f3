import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { Secret } from '../../src/core/secret.ts';
import { parseBaseUrl } from '../../src/core/service/index.ts';
import { type Echo, echoingService } from './echoing-service.ts';
import { requestsTo, simulate, watch } from './fixtures.ts';
import { type Found, filesOf, leaks } from './leaks.ts';
import { createSharedTime } from './shared-time.ts';
import { home, signIn } from './signed-in.ts';

const MARK = 'canaryinapassword';
const PASSWORD = `${MARK} "with \\ and ẞ`;

/** A log that remembers everything it was given, as deep as it goes. */
function rememberingLog(found: Found[]): Log {
  const note = (...written: readonly unknown[]) =>
    void found.push({ where: 'log', text: inspect(written, { depth: 10, showHidden: true }) });
  return { debug: note, info: note, warn: note, error: note };
}

it('the core with a keychain that refuses: no secret in logs, states, errors or files', async () => {
  const found: Found[] = [];
  const time = createSharedTime();
  const sim = await simulate({ vms: 3 }, time.simulatorClock);
  const user = await home({ clock: time.clock, fetch: time.fetch, log: rememberingLog(found) });
  user.store.locked = true;
  const account = await signIn(sim, user.accounts);
  const view = watch(user.accounts.open(account), time.clock);
  const note = (where: string, value: unknown) =>
    found.push(
      { where, text: inspect(value, { depth: 10, showHidden: true }) },
      { where, text: JSON.stringify(value) },
    );
  view.monitor.onPoll((report) => note('report', report));
  await view.monitor.refresh();
  expect(view.status()).toBe('live');
  for (let hour = 0; hour < 3; hour += 1) {
    await time.pass(61 * 60_000);
    await view.monitor.refresh();
  }
  expect(requestsTo(sim, 'POST /auth/refresh')).toBe(3);
  sim.control.addFault({ path: '/', fault: { kind: 'echo-authorization' } });
  await view.monitor.refresh();
  expect(view.problems()).toEqual(['invalid', 'invalid']);

  const files = await filesOf(user.folder);
  expect(await readFile(join(user.folder, 'settings.json'), 'utf8')).toContain(account.id);
  expect(user.store.items.size).toBe(0);
  expect(found.filter(({ where }) => where === 'log').length).toBeGreaterThan(10);
  const { password, apiKeys } = sim.credentials[0];
  const secrets = [password, ...Object.values(apiKeys), 'sim_refresh_', 'eyJhbGciOiJIUzI1NiIs'];
  expect(leaks([...found, ...files], secrets)).toEqual([]);
});

it.each<Echo>(['detail', 'nested', 'broken-json', 'web-page', 'reason', 'redirect', '500'])(
  'errors of a service that gives away what it was sent (%s) carry none of it',
  async (echo) => {
    const found: Found[] = [];
    const service = await echoingService('canaryinatoken');
    const all = await echoingService('unused', { echoesLogin: true });
    service.echo = echo;
    all.echo = echo;
    const { accounts, another } = await home({ log: rememberingLog(found) });
    const signInAt = ({ baseUrl }: { readonly baseUrl: string }) => {
      const parsed = parseBaseUrl(baseUrl);
      if (!parsed.ok) throw new Error(parsed.message);
      const password = new Secret(PASSWORD);
      return accounts.signInWithPassword({
        baseUrl: parsed.url,
        email: 'ada@example.test',
        password,
      });
    };
    const note = (error: unknown) =>
      found.push({ where: 'error', text: `${inspect(error, { depth: 10, showHidden: true })}` });
    await signInAt(all).catch(note);
    const { account } = await signInAt(service);
    const client = accounts.open(account);
    await client.listVms().catch(note);
    await client.currentSpend().catch(note);
    // Without an access token, so that it is the refresh that is echoed.
    await another().open(account).listVms().catch(note);
    expect(found.filter(({ where }) => where === 'error')).toHaveLength(4);
    const secrets = [MARK, 'canaryinatoken'];
    expect(leaks(found, secrets)).toEqual([]);
  },
);
