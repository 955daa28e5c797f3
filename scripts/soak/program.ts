import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Application, Notification } from '../../src/core/app/index.ts';
import { sleep } from '../../src/core/clock.ts';
import { ACTING_PROGRAMS } from '../../src/shared/acting/acting.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { contract } from '../../src/shared/ipc/contract.ts';
import type { RequestInput } from '../../src/shared/ipc/index.ts';
import { createSharedTime } from '../../tests/contract/shared-time.ts';
import { applicationStarter } from '../world/application.ts';
import { seededRandom } from './chance.ts';
import type { FromProgram, Reply } from './programs.ts';

// The application as a process that can be killed; `watch`: as `gpu-tray watch` starts it, without what that prints and its heartbeat.
// Simulated: the time, which the parent passes, and the desktop. Real: process, lock, files and sockets. Its argument: `argumentSchema`.

const argumentSchema = z.strictObject({
  program: z.enum(ACTING_PROGRAMS),
  folder: z.string(),
  now: z.number(),
  aheadMs: z.number(),
  seed: z.number(),
  /** Its answers take `answerMs`. */
  receiver: z.string(),
});

const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pass'),
    until: z.number(),
    aheadMs: z.number(),
    answerMs: z.number(),
  }),
  /** The computer slept: what was due runs late. */
  z.strictObject({ kind: z.literal('sleep'), until: z.number() }),
  z.strictObject({
    kind: z.literal('event'),
    name: z.enum(['suspended', 'resumed', 'offline', 'online']),
  }),
  z.strictObject({ kind: z.literal('request'), name: z.string(), input: z.unknown() }),
  z.strictObject({ kind: z.literal('stop') }),
]);

export type ToProgram = z.infer<typeof messageSchema>;

/** The longest wait of a request is that for the network. */
const MAX_REQUEST_MS = 5 * MINUTE_MS;

type RequestName = keyof Application['requests'] & keyof typeof contract;

const inputs: {
  readonly [Name in RequestName]: { readonly input: z.ZodType<RequestInput<Name>> };
} = contract;

const given = argumentSchema.parse(JSON.parse(process.argv[2] ?? ''));
const random = seededRandom(given.seed, given.program === 'app' ? 11 : 12);
const time = createSharedTime({ random });
time.sleep(given.now - time.now());
let { aheadMs } = given;
let answerMs = 0;
const clock = { ...time.clock, now: () => time.now() + aheadMs };

/** A keychain in a file, which both programs use. */
function fileKeychain(path: string) {
  const schema = z.record(z.string(), z.string());
  const read = () => (existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {});
  function write(items: Readonly<Record<string, string>>): void {
    writeFileSync(`${path}.new`, JSON.stringify(items));
    renameSync(`${path}.new`, path);
  }
  return {
    get: (item: string) => read()[item],
    set: (item: string, value: string) => write({ ...read(), [item]: value }),
    delete(item: string): boolean {
      const { [item]: found, ...others } = read();
      write(others);
      return found !== undefined;
    },
  };
}

const send = (message: FromProgram) => void process.send?.(message);

const notified = ({ title, events = [] }: Notification) =>
  send({ kind: 'notified', title, events });

async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await time.fetch(input, init);
  const { url } = new Request(input, init);
  if (answerMs > 0 && url.startsWith(given.receiver)) await sleep(time.clock, answerMs);
  return response;
}

const application = await applicationStarter({
  folder: given.folder,
  program: given.program,
  isUnattended: given.program === 'watch',
  keychain: fileKeychain(join(given.folder, 'keychain-of-soak.json')),
  newId: randomUUID,
  fetch,
  clock,
  random,
  onNotified: notified,
})();

const events: Readonly<Record<string, () => void>> = {
  suspended: application.suspended,
  resumed: application.resumed,
  offline: () => application.online(false),
  online: () => application.online(true),
};

const isRequest = (name: string): name is RequestName => Object.hasOwn(application.requests, name);

const call = async <Name extends RequestName>(name: Name, input: unknown): Promise<unknown> =>
  application.requests[name](inputs[name].input.parse(input));

/** A request may wait for a timer: time passes until it ends. @throws when it does not within some minutes */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  const ended = Promise.allSettled([work]).then(() => true);
  for (let left = MAX_REQUEST_MS; left > 0; left -= SECOND_MS) {
    await time.pass(0);
    if (await Promise.race([ended, Promise.resolve(false)])) return work;
    await time.pass(SECOND_MS);
  }
  throw new Error('A request has not ended.');
}

async function handle(message: ToProgram): Promise<unknown> {
  switch (message.kind) {
    case 'pass':
      ({ aheadMs, answerMs } = message);
      return time.pass(Math.max(0, message.until - time.now()));
    case 'sleep':
      return time.sleep(Math.max(0, message.until - time.now()));
    case 'event':
      events[message.name]?.();
      // What follows from it holds locks.
      return time.pass(0);
    case 'request':
      return isRequest(message.name)
        ? whileTimePasses(call(message.name, message.input))
        : undefined;
    case 'stop':
      return application.stop();
  }
}

function reply(answer: Pick<Reply, 'value' | 'error'>): void {
  const { autoStops, actsElsewhere, deliveries } = application.state();
  const [delivery] = Object.values(deliveries);
  send({
    kind: 'done',
    ...answer,
    autoStops: Object.keys(autoStops),
    isActing: actsElsewhere === null,
    waiting: delivery?.waiting ?? 0,
    isLate: delivery?.isLate ?? false,
  });
}

await time.pass(0);
process.on('disconnect', () => process.exit());
process.on('message', (sent) => {
  const message = messageSchema.parse(sent);
  void handle(message)
    .then(
      (value) => reply({ value, error: null }),
      (error: unknown) => reply({ value: null, error: String(error) }),
    )
    .then(() => {
      if (message.kind === 'stop') process.disconnect();
    });
});
reply({ value: null, error: null });
