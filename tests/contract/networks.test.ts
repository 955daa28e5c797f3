import { readFileSync } from 'node:fs';
import http, { createServer } from 'node:http';
import net, { type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { CAPTIVE_PORTAL } from '../../simulator/testing/intermediaries.ts';
import type { Fetch } from '../../src/core/providers/index.ts';
import { banners } from '../../src/renderer/features/alerts/banners.ts';
import { memorySession, startApplication } from './application.ts';
import { newUser, runInProcess, start, withKey } from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';
import { onlyAccount } from './status-object.ts';

// What can be between GPU Tray and the service, with the real application and command line, over sockets on this computer.

const CERTIFICATE = fileURLToPath(
  import.meta.resolve('../../src/core/providers/testing/fixtures/self-signed-test-cert.pem'),
);
const KEY = CERTIFICATE.replace('cert.pem', 'key.pem');

/** A listening server. */
interface Place {
  readonly port: number;
  /** Ends its connections, so that the next request needs a new one. */
  disconnect(): void;
}

async function listen(server: Server, host = '127.0.0.1'): Promise<Place> {
  const sockets = new Set<Socket>();
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    disconnect();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { port: address.port, disconnect };
}

function connect(one: Socket, port: number): void {
  const other = net.connect(port, '127.0.0.1');
  for (const socket of [one, other]) socket.on('error', () => {});
  one.pipe(other).pipe(one);
}

const portOf = ({ baseUrl }: Simulator) => Number(new URL(baseUrl).port);
const urlOf = (origin: string, { baseUrl }: Simulator) => `${origin}${new URL(baseUrl).pathname}`;

/** The simulator behind HTTPS, with a certificate of a private authority. */
async function startHttps(simulator: Simulator) {
  const options = { key: readFileSync(KEY), cert: readFileSync(CERTIFICATE) };
  const server = tls.createServer(options, (socket) => connect(socket, portOf(simulator)));
  const { port, disconnect } = await listen(server);
  return { baseUrl: urlOf(`https://127.0.0.1:${port}`, simulator), disconnect };
}

/** As `NODE_EXTRA_CA_CERTS` for a process. Returns the function that undoes it. */
function trust(): () => void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, readFileSync(CERTIFICATE, 'utf8')]);
  const undo = () => tls.setDefaultCACertificates(before);
  onTestFinished(undo);
  return undo;
}

const USER = 'ada:canary';

/** A proxy that tunnels to this computer for a user. */
async function startProxy() {
  let user = USER;
  let tunnels = 0;
  const server = createServer();
  server.on('connect', ({ url, headers }, socket: Socket) => {
    if (headers['proxy-authorization'] !== `Basic ${btoa(user)}`) {
      socket.end('HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n');
    } else {
      tunnels += 1;
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      connect(socket, Number(new URL(`http://${url}`).port));
    }
  });
  const { port } = await listen(server);
  const change = (next: string) => {
    user = next;
  };
  return { change, url: `http://${USER}@127.0.0.1:${port}`, tunnels: () => tunnels };
}

/** A service that can be reached until `begin`, and again from `end` on. */
interface Setup {
  readonly baseUrl: string;
  begin(): void;
  end(): void | Promise<void>;
}

/** What the panel and the command line say, and the button in the panel. */
interface Expected {
  readonly message: string;
  /** The panel's. */
  readonly action: string;
  /** The command line's, where it differs. */
  readonly printed?: string;
  readonly step: 'refresh' | 'openLoginPage';
}

type Row = readonly [string, (simulator: Simulator) => Promise<Setup>, Expected];

/** HTTPS through a proxy that rejects the user and password for a time. */
async function behindProxy(simulator: Simulator): Promise<Setup> {
  const { baseUrl, disconnect } = await startHttps(simulator);
  const { change, url } = await startProxy();
  trust();
  // As `NODE_USE_ENV_PROXY` for a process.
  onTestFinished(http.setGlobalProxyFromEnv({ HTTPS_PROXY: url }));
  return {
    baseUrl,
    begin() {
      change('ada:new');
      disconnect();
    },
    end: () => change(USER),
  };
}

const CAUSES: readonly Row[] = [
  [
    'a proxy that rejects user and password',
    behindProxy,
    {
      message: 'Proxy requires a login (407).',
      action: 'The app cannot log in to a proxy. Ask your administrator for an exception.',
      printed: 'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example.com:3128.',
      step: 'refresh',
    },
  ],
  [
    'a certificate of an unknown authority',
    async (simulator) => {
      const { baseUrl, disconnect } = await startHttps(simulator);
      const distrust = trust();
      return {
        baseUrl,
        begin() {
          distrust();
          disconnect();
        },
        end: () => void trust(),
      };
    },
    {
      message: 'Certificate not verified.',
      action:
        'Check the service URL, this computer’s date, and whether this network requires a login. Behind a company proxy, install its certificate.',
      printed:
        'Check the service URL, this computer’s date, and whether this network requires a login. For company certificates, set NODE_USE_SYSTEM_CA=1, or NODE_EXTRA_CA_CERTS to their file.',
      step: 'openLoginPage',
    },
  ],
  [
    'a captive portal that responds with a web page',
    async ({ baseUrl, control }) => ({
      baseUrl,
      begin: () => void control.addFault({ path: '/', fault: CAPTIVE_PORTAL }),
      end: () => void control.clearFaults(),
    }),
    {
      message: 'The service URL returned a web page.',
      action: 'Check the service URL, and whether this network requires a login.',
      step: 'openLoginPage',
    },
  ],
];

describe('the panel and the command line name the cause, and recover at the first poll after it', () => {
  test.each(CAUSES)('%s', async (_, setup, { message, action, printed = action, step }) => {
    const time = createSharedTime({ fetch: globalThis.fetch });
    const simulator = await simulate({ vms: 3 }, time.simulatorClock);
    const { baseUrl, begin, end } = await setup(simulator);
    let polls = 0;
    const fetch: Fetch = (url, init) => {
      if (url.endsWith('/billing/current-spend')) polls += 1;
      return time.fetch(url, init);
    };
    const reach = { clock: time.clock, fetch };
    const { application } = await startApplication(memorySession(), await temporaryFolder(), {
      reach,
    });
    const { requests, state } = application;
    const key = simulator.credentials[0].apiKeys.read_write;
    const { accountId } = await requests.signInWithKey({ baseUrl, key, accountId: null });
    await requests.refresh({ accountId });
    const panel = () => ({
      freshness: state().snapshots[accountId]?.freshness,
      banner: banners(state(), time.now(), []).find((one) => one.accountId === accountId),
    });
    const status = () => runInProcess(['status', ...withKey({ baseUrl })], key);
    expect(panel()).toEqual({ freshness: 'live' });

    begin();
    await time.pass(4 * 60_000);
    const banner = { message, action, steps: [{ kind: step, accountId }] };
    expect(panel()).toMatchObject({ freshness: 'outOfDate', banner });
    expect(await status()).toMatchObject({ code: 4, stderr: `${message} ${printed}\n` });

    await end();
    const before = polls;
    while (polls === before) await time.pass(1_000);
    expect([polls - before, panel()]).toEqual([1, { freshness: 'live' }]);
    expect(await status()).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a process uses the proxy, user, password and authority of its environment, and logs none of them', async () => {
  const simulator = await simulate({ vms: 1 });
  const [https, proxy, user] = await Promise.all([startHttps(simulator), startProxy(), newUser()]);
  const env = {
    ...user,
    ...{ NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: CERTIFICATE },
  };
  const run = () => {
    const input = simulator.credentials[0].apiKeys.read_only;
    return start(['status', '--json', '--verbose', ...withKey(https)], { env, input }).ended;
  };
  const allowed = await run();
  expect([allowed.code, onlyAccount(allowed.stdout).status]).toEqual([0, 'live']);
  expect(proxy.tunnels()).toBeGreaterThan(0);
  proxy.change('ada:new');
  const refused = await run();
  expect([refused.code, refused.stdout]).toEqual([4, '']);
  expect(refused.stderr).toMatch(/^Proxy requires a login \(407\)\. /m);
  for (const { stdout, stderr } of [allowed, refused])
    expect(stdout + stderr).not.toMatch(new RegExp(`canary|${btoa(USER)}`));
});
