import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AppEvent } from '../../src/core/app/index.ts';
import { sleep } from '../../src/core/clock.ts';
import { ACTING_PROGRAMS } from '../../src/shared/acting/acting.ts';
import { createSharedTime } from '../../tests/contract/shared-time.ts';
import { applicationStarter } from '../world/application.ts';
import { seededRandom } from './chance.ts';

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
  /** Absent: it is signed in. */
  account: z.strictObject({ baseUrl: z.string(), key: z.string(), profile: z.string() }).optional(),
});

const messageSchema = z.discriminatedUnion('kind', [
  /** `isAsleep`: the computer sleeps until then, and what was due runs late. */
  z.strictObject({
    kind: z.literal('pass'),
    until: z.number(),
    isAsleep: z.boolean(),
    aheadMs: z.number(),
    answerMs: z.number(),
  }),
  z.strictObject({
    kind: z.literal('event'),
    name: z.enum(['suspended', 'resumed', 'offline', 'online']),
  }),
  z.strictObject({ kind: z.literal('set'), vmId: z.string(), when: z.string() }),
  z.strictObject({ kind: z.literal('stop') }),
]);

export type ProgramArgument = z.infer<typeof argumentSchema>;
export type ToProgram = z.infer<typeof messageSchema>;

/** A program's answer to a message: its state after it. */
export interface Reply {
  readonly kind: 'done';
  /** The auto-stop that it was asked for. */
  readonly isSet: boolean;
  /** As `account/vm`. */
  readonly autoStops: readonly string[];
  readonly isActing: boolean;
  /** Messages that wait. */
  readonly waiting: number;
  /** It says that they could not be sent for ten minutes. */
  readonly isLate: boolean;
}

export interface Notified {
  readonly kind: 'notified';
  readonly title: string;
  readonly events: readonly AppEvent[];
}

export type FromProgram = Reply | Notified;

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

async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await time.fetch(input, init);
  const { url } = new Request(input, init);
  if (answerMs > 0 && url.startsWith(given.receiver)) await sleep(time.clock, answerMs);
  return response;
}

/** A notification said that messages fail, and they still do. */
let saidLate = false;

const application = await applicationStarter({
  folder: given.folder,
  program: given.program,
  keychain: fileKeychain(join(given.folder, 'keychain-of-soak.json')),
  newId: randomUUID,
  fetch,
  clock,
  random,
  onNotified({ title, events = [] }) {
    saidLate ||= title.startsWith('Messages to ');
    send({ kind: 'notified', title, events });
  },
})();

async function signIn({ profile, ...account }: NonNullable<typeof given.account>): Promise<void> {
  const { requests } = application;
  const { accountId } = await requests.signInWithKey({ ...account, accountId: null });
  await requests.changeAccount({ accountId, profile });
  await requests.addDestination({
    address: { kind: 'url', url: given.receiver },
    topics: ['money', 'data', 'vm', 'autoStop'],
  });
}

async function handle(message: ToProgram): Promise<unknown> {
  switch (message.kind) {
    case 'pass': {
      ({ aheadMs, answerMs } = message);
      const ms = Math.max(0, message.until - time.now());
      return message.isAsleep ? time.sleep(ms) : time.pass(ms);
    }
    case 'event':
      if (message.name === 'suspended' || message.name === 'resumed') application[message.name]();
      else application.online(message.name === 'online');
      // What follows from it holds locks.
      return time.pass(0);
    case 'set': {
      const { vmId, when } = message;
      const accountId = application.state().accounts[0]?.id ?? '';
      // Read for each request: those of a viewer end with it.
      const set = application.requests.setAutoStop({ accountId, vmId, when });
      return time.passUntil(set.then(() => true).catch(() => false));
    }
    case 'stop':
      return application.stop();
  }
}

function reply(value: unknown): void {
  const { autoStops, actsElsewhere, deliveries } = application.state();
  const [delivery] = Object.values(deliveries);
  saidLate &&= delivery?.problem != null;
  send({
    kind: 'done',
    isSet: value === true,
    autoStops: Object.keys(autoStops),
    isActing: actsElsewhere === null,
    waiting: delivery?.waiting ?? 0,
    isLate: saidLate,
  });
}

await time.pass(0);
if (given.account !== undefined) await time.passUntil(signIn(given.account));
process.on('disconnect', () => process.exit());
process.on('message', async (sent) => {
  const message = messageSchema.parse(sent);
  reply(await handle(message));
  if (message.kind === 'stop') process.disconnect();
});
reply(false);
