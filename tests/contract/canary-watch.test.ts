import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/core/providers/testing/server.ts';
import { newUser, type Result, runInProcess, start } from './command-line.ts';
import { freePort, simulate } from './fixtures.ts';
import { type Found, filesOf, leaks, watchProcesses } from './leaks.ts';

// Searches for secrets in all that a server prints, stores and sends.

const SECRETS = ['canary-topic', 'canary-token', 'canary-hook', 'canary-header'] as const;
const [TOPIC, TOKEN, HOOK, HEADER] = SECRETS;

/** An address that is no VM's: of a name that a user gave. */
const ADDRESS = '203.0.113.7';

/** Receivers: one takes messages, one refuses them and repeats its own address, token and header. */
async function startReceivers() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { url, headers } = request;
    if (url?.startsWith('/refused') === true)
      return void response.writeHead(403).end(`${url} ${JSON.stringify(headers)}`);
    bodies.push(body);
    response.end();
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, url: `http://127.0.0.1:${port}` };
}

test('watch leaves no secret in its output, files, heartbeat, messages or metrics, and sends no address', async () => {
  const rental = await simulate({ vms: 0 });
  rental.control.createVm({ status: 'creating' });
  const cloud = await simulate({ provider: 'runpod', vms: 4 });
  const receivers = await startReceivers();
  const user = await newUser();
  const home = user['HOME'] ?? '';
  const credentials = join(home, 'credentials.json');
  const env = { ...user, GPU_TRAY_CREDENTIALS_FILE: credentials };
  const heartbeat = join(home, 'heartbeat.json');
  const keys = [rental, cloud].flatMap(({ credentials: [own] }) => Object.values(own.apiKeys));
  const ofProvider = (provider: string, { baseUrl, credentials: [own] }: typeof rental) => ({
    ...{ provider, baseUrl, apiKey: own.apiKeys.read_write, name: provider },
  });
  const topics = ['money', 'data', 'vm', 'autoStop'];
  const refused = `${receivers.url}/refused`;
  await writeFile(
    credentials,
    JSON.stringify({
      accounts: [ofProvider('rental', rental), ofProvider('runpod', cloud)],
      sendTo: [
        { kind: 'ntfy', url: receivers.url, topic: TOPIC, token: TOKEN, topics },
        { kind: 'slack', url: `${receivers.url}/${HOOK}`, topics },
        { kind: 'ntfy', url: refused, topic: TOPIC, token: TOKEN, topics },
        { kind: 'discord', url: `${refused}/${HOOK}`, topics },
        { kind: 'url', url: refused, header: { name: 'X-Key', value: HEADER }, topics },
      ],
    }),
    { mode: 0o600 },
  );
  const folder = join(home, 'config', 'GPU Tray');
  await mkdir(folder, { recursive: true });
  const preferences = { hourlyRate: { isOn: true, limit: 0.01 } };
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, preferences }));

  const processes = watchProcesses();
  onTestFinished(processes.stop);
  const outputs: Found[] = [];
  const note = (where: string, { stdout, stderr }: Pick<Result, 'stdout' | 'stderr'>) =>
    outputs.push({ where, text: `${stdout}${stderr}` });
  const named = `train ${ADDRESS} ssh root@${ADDRESS} -p 40022`;
  const hidden = { env: { PLANTED_NAME: 'planted-env' }, jupyter_token: 'planted-token' };
  for (const form of [[], ['--json']]) {
    const address = `127.0.0.1:${await freePort()}`;
    const options = ['--send-to', '--heartbeat-file', heartbeat, '--metrics', address];
    const watch = start(['watch', ...options, ...form, '--verbose'], { env, skipsTime: true });
    const { id } = rental.control.createVm({ status: 'creating', instance_label: named });
    rental.control.setVm(id, hidden);
    await watch.printed(4);
    const set = await runInProcess(['autostop', id, '5m', '--remind'], '', env);
    note('autostop', set);
    expect(set.code).toBe(0);
    const before = receivers.bodies.length;
    rental.control.setVm(id, { status: 'failed' });
    await watch.skipUntil('a message', () => receivers.bodies.length > before);
    // The service repeats the key in what it answers.
    rental.control.addFault({ path: '/', fault: { kind: 'echo-authorization' } });
    await watch.skipUntil('an echo', () => watch.lines().join().includes('[redacted]'));
    rental.control.clearFaults();
    const metrics = await (await fetch(`http://${address}/metrics`)).text();
    outputs.push({ where: 'metrics', text: metrics });
    watch.child.kill('SIGTERM');
    note(`watch ${form.join(' ')}`, await watch.ended);
  }
  const metrics = await runInProcess(['metrics'], '', env);
  expect(metrics.code).toBe(0);
  note('metrics', metrics);
  processes.stop();

  const files = (await filesOf(home)).filter(({ where }) => where !== 'credentials.json');
  const secrets = [...keys, 'sim_live_', ...SECRETS, 'planted', 'PLANTED_NAME', 'HF_TOKEN'];
  expect(leaks([...outputs, ...files, ...processes.found], secrets)).toEqual([]);
  const places = files.map(({ where }) => where);
  expect(places).toEqual(expect.arrayContaining(['heartbeat.json', 'config/GPU Tray/alerts.json']));
  const all = outputs.map(({ text: output }) => output).join('');
  expect(all).toContain('[redacted]');
  expect(all).toMatch(/gpu_tray_messages_waiting [1-9]/);

  const received = receivers.bodies.map((body) => ({ where: 'message', text: body }));
  // Its own topic is in the form that ntfy takes.
  const others = secrets.filter((secret) => secret !== TOPIC);
  expect(leaks(received, others)).toEqual([]);
  expect(receivers.bodies.join('\n')).not.toMatch(/\d+\.\d+\.\d+\.\d+|gpu-tray /);
});
