import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { listen } from '../../src/core/providers/testing/server.ts';
import type { MessageTopic } from '../../src/shared/messages/messages.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import type { Preferences } from '../../src/shared/settings/preferences.ts';

// Messages of the whole application about VMs of each provider, in simulated time.

const MINUTE = 60_000;

interface Received {
  readonly title: string;
  readonly body: string;
}

async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)));
    response.end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/hook`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url };
}

const otherThan = (provider: ProviderId): ProviderId => (provider === 'vast' ? 'runpod' : 'vast');

/** The application, signed in at the provider with a running VM, and at another one without VMs. */
async function startSending(provider: ProviderId, topics: readonly MessageTopic[]) {
  const other = otherThan(provider);
  await Promise.all([loadProvider(provider), loadProvider(other)]);
  const world = await startWorld({ provider, vms: 0 });
  const { time, control } = world;
  const second = await startSimulator({ provider: other, vms: 0 }, time.simulatorClock);
  time.observe(second);
  const receiver = await startReceiver();
  const application = await world.starter({})();
  onTestFinished(async () => {
    await application.stop();
    await second.close();
    await world.close();
  });
  const { requests } = application;

  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(15_000);
    return request;
  }

  const { id: vmId } = control.createVm({
    ...{ instance_label: 'train', gpu_count: 2, load: 'idle', status: 'running' },
  });
  const signIn = (
    id: ProviderId,
    { baseUrl, credentials }: Pick<Simulator, 'baseUrl' | 'credentials'>,
  ) => {
    const key = credentials[0].apiKeys.read_write;
    return answer(requests.signInWithKey({ provider: id, baseUrl, key, accountId: null }));
  };
  const { accountId } = await signIn(provider, world);
  await signIn(other, second);
  const address = { kind: 'url', url: receiver.url, header: null } as const;
  await answer(requests.addDestination({ address, topics }));
  return {
    ...{ time, control, vmId, received: receiver.received },
    pass: (minutes: number) => time.pass(minutes * MINUTE),
    prefer: (preferences: Partial<Preferences>) => answer(requests.changePreferences(preferences)),
    setAutoStop: (when: string) => answer(requests.setAutoStop({ accountId, vmId, when })),
    async vanish(): Promise<void> {
      control.destroyVm(vmId, 'gone');
      await time.pass(3 * MINUTE);
    },
    titles: () => receiver.received.map(({ title }) => title),
  };
}

type Sending = Awaited<ReturnType<typeof startSending>>;

interface Case {
  readonly topic: MessageTopic;
  readonly fire: (own: Sending) => Promise<void>;
  readonly end: (own: Sending) => Promise<void>;
  /** It is of no account. */
  readonly isOfAll?: true;
  /** Titles in order, each once. @param name of the provider */
  readonly told: (name: string) => readonly RegExp[];
}

const OF_ACCOUNT: Case = {
  topic: 'money',
  fire: (own) => own.prefer({ accountRate: { isOn: true, limit: 0.01 } }),
  end: (own) => own.vanish(),
  told: (name) => [
    new RegExp(`^Hourly rate of ${name} above your limit$`),
    new RegExp(`^Hourly rate of ${name} back below your limit$`),
  ],
};

const CASES: Readonly<Record<string, Case>> = {
  'all accounts above the limit': {
    topic: 'money',
    isOfAll: true,
    fire: (own) => own.prefer({ hourlyRate: { isOn: true, limit: 0.01 } }),
    end: (own) => own.vanish(),
    told: () => [/^Hourly rate above your limit$/, /^Hourly rate back below your limit$/],
  },
  'an account above its limit': OF_ACCOUNT,
  'an account without data': {
    topic: 'data',
    async fire(own) {
      own.control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
      await own.pass(20);
    },
    async end(own) {
      own.control.clearFaults();
      await own.pass(15);
    },
    told: (name) => [
      new RegExp(`^No fresh data from ${name}$`),
      new RegExp(`^${name} back up to date after \\d+ min$`),
    ],
  },
  'a VM that is gone': {
    topic: 'vm',
    fire: (own) => own.vanish(),
    end: (own) => own.pass(1),
    told: () => [/^train is gone/],
  },
};

/** Fires it, and ends it. */
async function told(own: Sending, { fire, end }: Case): Promise<void> {
  await fire(own);
  await own.pass(10);
  await end(own);
  await own.pass(10);
}

/** The rule at one provider; at the others, what comes from their own lists and names. */
const TESTED = {
  runpod: Object.keys(CASES),
  vast: ['an account without data'],
  lambda: ['an account above its limit'],
} as const satisfies Partial<Record<ProviderId, readonly string[]>>;

describe.each(['runpod', 'vast', 'lambda'] as const)('%s', (provider) => {
  const { name } = PROVIDERS[provider];
  const tested: readonly string[] = TESTED[provider];
  const cases = Object.entries(CASES).filter(([about]) => tested.includes(about));

  test.each(cases)('%s is told once, and its end once', async (_, each) => {
    const own = await startSending(provider, [each.topic]);
    await told(own, each);
    expect(own.titles()).toEqual(each.told(name).map((title) => expect.stringMatching(title)));
    for (const { title, body } of own.received) {
      if (each.isOfAll === undefined) expect(`${title} ${body}`).toContain(name.split('.')[0]);
      expect(body).toMatch(/\nSent by GPU Tray on .+, as of \d\d:\d\d\.$/);
      expect(`${title} ${body}`).not.toMatch(/\d+\.\d+\.\d+\.\d+|gpu-tray |ssh /);
    }
  });
});

test('kinds that were not chosen are not told', async () => {
  const own = await startSending('runpod', ['data']);
  await own.prefer({ accountRate: { isOn: true, limit: 0.01 } });
  await own.setAutoStop('15m');
  await own.pass(7);
  await own.vanish();
  await own.pass(5);
  expect(own.titles()).toEqual([]);
});
