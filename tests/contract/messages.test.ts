import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/core/providers/testing/server.ts';
import { memorySession, sshApplication, startApplication } from './application.ts';
import { temporaryFolder } from './fixtures.ts';
import { filesOf, leaks } from './leaks.ts';

/** An ntfy server, which says what it received. */
async function startNtfy() {
  const received: { readonly token: string | undefined; readonly body: Record<string, string> }[] =
    [];
  const server = createServer(async (request, response) => {
    received.push({
      token: request.headers.authorization,
      body: JSON.parse(await text(request)),
    });
    response.end('{}');
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${port}/` };
}

const on = (limit: number) => ({ isOn: true, limit });
const TOPIC = 'topic-canary-7';
const TOKEN = 'tk_canary_42';

test('an alert reaches the phone, with its end, and the address stays in the keychain', async () => {
  const ntfy = await startNtfy();
  const session = memorySession();
  const { application, simulator, home, refresh } = await sshApplication(session, { vms: 3 });
  const { requests, state } = application;
  const destination = { topics: ['money', 'data'] as const };
  const address = { kind: 'ntfy', url: ntfy.url, topic: TOPIC, token: TOKEN } as const;
  const { id } = await requests.addDestination({ address, ...destination });
  expect(state().destinations).toEqual([
    { id, kind: 'ntfy', host: new URL(ntfy.url).host, ...destination },
  ]);
  await requests.testDestination({ id });
  expect(ntfy.received).toMatchObject([
    { token: `Bearer ${TOKEN}`, body: { topic: TOPIC, title: 'Test message' } },
  ]);

  await requests.changePreferences({ hourlyRate: on(0.01) });
  await expect.poll(() => ntfy.received.length).toBe(2);
  expect(ntfy.received[1]?.body).toMatchObject({ title: 'Hourly rate above your limit' });
  expect(ntfy.received[1]?.body['message']).toMatch(
    /^\$\S+\/h, limit \$0\.01 .*\nSent by GPU Tray on .*, as of \d\d:\d\d\.$/s,
  );

  const kept = [{ where: 'state', text: JSON.stringify(state()) }, ...(await filesOf(home))];
  expect(leaks(kept, [TOPIC, TOKEN])).toEqual([]);

  // All VMs are gone: the rate is below the limit again.
  for (const vm of simulator.control.vms()) simulator.control.destroyVm(vm.id, 'gone');
  await expect
    .poll(async () => {
      await refresh();
      return ntfy.received.map(({ body }) => body['title']);
    })
    .toContain('Hourly rate back below your limit');
  expect(ntfy.received.some(({ body }) => /gone/.test(body['title'] ?? ''))).toBe(false);

  await application.stop();
  const again = await startApplication(session, home);
  expect(again.application.state().destinations).toHaveLength(1);
  await again.application.requests.testDestination({ id });
  expect(ntfy.received.at(-1)?.body['title']).toBe('Test message');
  await again.application.requests.removeDestination({ id });
  expect(again.application.state().destinations).toEqual([]);
  await expect(again.application.requests.testDestination({ id })).rejects.toMatchObject({
    refusal: { kind: 'notFound' },
  });
});

test.each([
  ['http://example.com/x', 'https://'],
  ['https://user:secret@example.com/x', 'user name'],
  ['example.com', 'https://'],
])('%s is refused as an address', async (url, said) => {
  const { application } = await startApplication(memorySession(), await temporaryFolder());
  const request = {
    address: { kind: 'slack', url },
    topics: ['money'],
  } as const;
  await expect(application.requests.addDestination(request)).rejects.toMatchObject({
    refusal: { kind: 'invalid', action: expect.stringContaining(said) },
  });
});

test('a message that the last run left says who stops the VM', async () => {
  const ntfy = await startNtfy();
  const session = memorySession();
  const folder = await temporaryFolder();
  const { application } = await startApplication(session, folder);
  const address = { kind: 'ntfy', url: ntfy.url, topic: TOPIC } as const;
  const { id } = await application.requests.addDestination({ address, topics: ['autoStop'] });
  await application.stop();

  const limit = { kind: 'time', at: Date.now() + 600_000 };
  const vm = { accountId: 'a', vmId: 'v', name: 'train', limit };
  const { limit: held, ...timer } = vm;
  const path = join(folder, 'settings.json');
  const settings = JSON.parse(await readFile(path, 'utf8'));
  const armed = [{ ...timer, number: 1, run: null, held, isProved: true }];
  await writeFile(path, JSON.stringify({ ...settings, autoStops: [vm], armed }));
  const outcome = { kind: 'soon', at: limit.at, hasClockJumped: false };
  const event = { kind: 'autoStop', at: Date.now(), ...vm, isReminder: false, outcome };
  const queue = [{ id: 'left', to: id, events: [event], more: 0, perHour: null }];
  const left = { version: 2, states: {}, outbox: { waiting: [], queue } };
  await writeFile(join(folder, 'alerts.json'), JSON.stringify(left));
  await startApplication(session, folder);
  await expect.poll(() => ntfy.received[0]?.body['message']).toMatch(/The VM stops itself/);
});
