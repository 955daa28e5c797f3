import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../src/core/providers/index.ts';
import type { Problem } from '../../../src/shared/domain/problem.ts';
import { temporaryFolder } from '../fixtures.ts';
import {
  BARE_VM,
  LOG,
  NEW_VM,
  SPEND,
  TOKENS,
  USAGE,
  VM,
  VM_ID,
  VMS_OF_EACH_STATUS,
} from './records.ts';
import type { Answers, DocumentAnswer } from './service.ts';
import { flat, PASSWORD, printed, signedIn } from './surfaces.ts';

// Each run serves many facts. Its lines are what was shown and what the service was sent.

const MARCH = ['usage', '--from', '2026-03-01', '--to', '2026-03-03'];

const listed = (vms: readonly object[]): Answers => ({ 'GET /vms': { body: vms } });
const spending = (change: object): Answers => ({
  'GET /billing/current-spend': { body: { ...SPEND, ...change } },
});
const using = (change: object): Answers => ({
  'GET /billing/usage': { body: { ...USAGE, ...change } },
});

/** Lists with this answer. */
const refusal = (status: number, headers: DocumentAnswer['headers'] = {}): DocumentAnswer => ({
  status,
  body: { detail: `Words of a ${status}.` },
  headers,
});

const refused = (status: number): Answers => {
  const answer = refusal(status);
  return {
    'GET /vms': answer,
    'GET /billing/current-spend': answer,
    'GET /billing/usage': answer,
  };
};

interface Ordered {
  readonly type: string;
  readonly gpus: string;
  readonly template: string;
}

function order({ type, gpus, template }: Ordered, ...more: readonly string[]): readonly string[] {
  const what = ['--node', 'vm02', '--gpu', type, '--gpu-count', gpus, '--image', template];
  return ['launch', '--yes', ...what, '--disk-gb', '100', ...more];
}

const ORDER = order({ type: '4090', gpus: '2', template: '101' });

/** More VMs than a page of the documented default. */
const MANY_VMS = Array.from({ length: 60 }, (_, index) => ({
  ...{ ...VM, id: `id-${index}`, vmid: index, instance_label: `vm-${index}` },
}));

const OFFERS = MANY_VMS.map((_, index) => ({ gpu_type: '4090', price_per_hour: index + 1 }));

/** The documented `limit` and `offset` with their defaults. */
function pageOf(all: readonly object[], query: URLSearchParams): readonly object[] {
  const offset = Number(query.get('offset') ?? 0);
  return all.slice(offset, offset + Number(query.get('limit') ?? 50));
}

/** @param maxLimit larger ones are refused */
const paged = (maxLimit: number): Answers => ({
  'GET /vms': (query) =>
    Number(query.get('limit') ?? 0) > maxLimit
      ? { status: 422, body: { detail: 'limit is too large' } }
      : { body: pageOf(MANY_VMS, query) },
});

const withoutFunds = (amounts: string) =>
  printed(ORDER, {
    answers: {
      'POST /vms': { status: 400, body: { detail: `Insufficient balance. ${amounts}` } },
    },
  });

/** Creates the VM, and answers with an error all the same. */
function createdWithError(): Answers {
  let vms: readonly object[] = [VM];
  return {
    'GET /vms': () => ({ body: vms }),
    'POST /vms': () => {
      vms = [VM, { ...NEW_VM, created_at: new Date().toISOString() }];
      return { status: 500, body: { detail: 'Words of a 500.' } };
    },
  };
}

/** A stop through a service profile. */
async function stopped(answer: DocumentAnswer): Promise<readonly string[]> {
  const file = join(await temporaryFolder(), 'profile.json');
  await writeFile(file, '{"operations":{"stop":{"method":"POST","path":"/vms/{vm_id}/stop"}}}');
  return printed(['stop', VM_ID, '--yes', '--profile', file], {
    answers: { [`POST /vms/${VM_ID}/stop`]: answer },
  });
}

function problemOf(error: unknown): Problem {
  if (error instanceof ServiceError) return error.problem;
  throw error;
}

const LIMITED = {
  body: [VM],
  headers: {
    ...{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' },
  },
};

const BILLING_ONLY = { 'GET /vms': { status: 403, body: { detail: 'Billing only.' } } };

export const RUNS = {
  show: () => printed(['show', 'train-1']),
  'show of a bare VM': () => printed(['show', '4107'], { answers: listed([BARE_VM]) }),
  'show --json of a bare VM': () =>
    printed(['show', '4107', '--json'], { answers: listed([BARE_VM]) }),
  'show --json': () => printed(['show', VM_ID, '--json']),
  status: () => printed(['status']),
  'status --json': () => printed(['status', '--json']),
  'status of all states': () => printed(['status'], { answers: listed(VMS_OF_EACH_STATUS) }),
  'status --json of all states': () =>
    printed(['status', '--json'], { answers: listed(VMS_OF_EACH_STATUS) }),
  'status without a total': () =>
    printed(['status'], { answers: spending({ total_per_hour: null }) }),
  'status without the spend': () =>
    printed(['status'], { answers: { 'GET /billing/current-spend': refusal(403) } }),
  'status with old figures': () =>
    printed(['status'], { answers: spending({ last_updated: '2026-03-04T12:00:00' }) }),
  'status without an age': () => printed(['status'], { answers: spending({ last_updated: null }) }),
  'status of a billing_only key': () => printed(['status'], { answers: BILLING_ONLY }),
  'status --json of a billing_only key': () =>
    printed(['status', '--json'], { answers: BILLING_ONLY }),
  'status of 60 VMs': () => printed(['status', '--json'], { answers: paged(500) }),
  'status of 60 VMs in pages': () => printed(['status', '--json'], { answers: paged(50) }),
  usage: () => printed(MARCH),
  'usage --json': () => printed([...MARCH, '--json']),
  'usage --csv': () => printed([...MARCH, '--csv']),
  'usage with an entry twice': () => printed(MARCH, { answers: using({ logs: [LOG, LOG] }) }),
  'usage with a numbered entry twice': () => {
    const log = { ...LOG, id: 7 };
    return printed(MARCH, { answers: using({ logs: [log, log] }) });
  },
  'usage of another period': () =>
    printed(MARCH, { answers: using({ period_start: '2026-02-01', period_end: '2026-02-28' }) }),
  help: () => printed(['help', 'launch']),
  prices: () => printed(['prices'], { credential: [] }),
  offers: () => printed(['offers'], { credential: [] }),
  'offers, refused': () =>
    printed(['offers'], { credential: [], answers: { 'GET /search': refusal(403) } }),
  'offers, cut': () =>
    printed(['offers'], {
      credential: [],
      answers: {
        'GET /search': (query) => (query.size > 0 ? refusal(500) : { body: OFFERS.slice(0, 50) }),
      },
    }),
  'doctor, refused': () => printed(['doctor'], { answers: refused(403) }),
  'usage without names': () => printed(MARCH, { answers: { 'GET /vms': refusal(500) } }),
  'offers of 60': () =>
    printed(['offers', '--json'], {
      credential: [],
      answers: { 'GET /search': (query) => ({ body: pageOf(OFFERS, query) }) },
    }),
  'launch 1': () => printed(order({ type: '5090', gpus: '1', template: '100' })),
  'launch 2': () => printed([...ORDER, '--json']),
  'launch 4': () =>
    printed(order({ type: 'pro6000', gpus: '4', template: '102' }, '--rental', 'interruptible')),
  'launch 8': () => {
    const reserved = ['--rental', 'reserved', '--months', '1', '--ssh-key-id', 'key-9'];
    return printed(order({ type: '4090', gpus: '8', template: '103' }, ...reserved));
  },
  'launch with a password': () => {
    const reserved = ['--rental', 'reserved', '--months', '3', '--password-stdin'];
    return printed(order({ type: '4090', gpus: '8', template: '104' }, ...reserved), {
      input: 'sk_1\ntwelve-chars',
    });
  },
  'launch for 6 months': () => printed([...ORDER, '--rental', 'reserved', '--months', '6']),
  'launch of a wrong order': () =>
    printed([
      ...order({ type: '4090', gpus: '1', template: '105' }, '--rental', 'reserved'),
      ...['--disk-gb', '49'],
    ]),
  'launch without a node': () => printed([...ORDER, '--node', '']),
  'launch of a wrong type': () => printed(order({ type: '3090', gpus: '1', template: '101' })),
  'launch of a wrong count': () => printed(order({ type: '4090', gpus: '3', template: '101' })),
  'launch of a wrong rental type': () => printed([...ORDER, '--rental', 'weekly']),
  'launch of a wrong login': () => printed([...ORDER, '--auth', 'telnet']),
  'launch without a password': () => printed([...ORDER, '--auth', 'password']),
  'launch with a short password': () =>
    printed([...ORDER, '--password-stdin'], { input: 'sk_1\nelevenchars' }),
  'launch without funds': () => withoutFunds('Required: 3.50, Available: 1.25'),
  'launch without 1,234.50': () => withoutFunds('Required: $1,234.50, Available: -2.00 USD'),
  'launch with a debt': () => withoutFunds('Required: $10.00, Available: ($2.00)'),
  'launch without funds, in words': () => withoutFunds('Required: more, Available: too little'),
  'launch with a read_only key': () =>
    printed(ORDER, {
      answers: { 'POST /vms': { status: 403, body: { detail: 'Read only.' } } },
    }),
  'launch with an error': () => printed(ORDER, { answers: createdWithError() }),
  stop: () => stopped({ status: 204, body: null }),
  'stop with an error': () => stopped({ status: 500, body: { detail: 'Words of a 500.' } }),
  'a 400': () => printed(['status'], { answers: refused(400) }),
  'a 401': () => printed(['status'], { answers: refused(401) }),
  'a 403': () => printed(['status'], { answers: refused(403) }),
  'a 404': () => printed(['usage'], { answers: refused(404) }),
  'a 422': () => printed(['status'], { answers: refused(422) }),
  'a 429': () =>
    printed(['status', '--json'], {
      answers: { 'GET /vms': refusal(429, { 'retry-after': '600' }) },
    }),
  'a 500': () => printed(['status'], { answers: refused(500) }),
  'a sign-in': () => printed(['status'], PASSWORD),
  'a refused sign-in': () =>
    printed(['status'], {
      ...PASSWORD,
      answers: {
        'POST /auth/login': {
          status: 401,
          body: { detail: 'Account locked after 5 failed attempts.' },
        },
      },
    }),
  'a forbidden sign-in': () =>
    printed(['status'], { ...PASSWORD, answers: { 'POST /auth/login': refusal(403) } }),
  'a sign-in at a wrong path': () =>
    printed(['status'], { ...PASSWORD, answers: { 'POST /auth/login': refusal(404) } }),
  'a sign-in with token_type Bearer': () =>
    printed(['status'], {
      ...PASSWORD,
      answers: { 'POST /auth/login': { body: { ...TOKENS, token_type: 'Bearer' } } },
    }),
  'a sign-in with token_type mac': () =>
    printed(['status'], {
      ...PASSWORD,
      answers: { 'POST /auth/login': { body: { ...TOKENS, token_type: 'mac' } } },
    }),
  'a session of 61 min': () =>
    signedIn({}, async (client, clock) => {
      await client.listVms();
      await clock.advance(61 * 60_000);
      await client.listVms();
      await client.listVms();
      return [];
    }),
  'a session of 61 min whose token lives 2 h': () =>
    signedIn(
      { 'POST /auth/login': { body: { ...TOKENS, expires_in: 7_200 } } },
      async (client, clock) => {
        await client.listVms();
        await clock.advance(61 * 60_000);
        await client.listVms();
        return [];
      },
    ),
  'a session whose token lives 2 min': () =>
    signedIn(
      { 'POST /auth/login': { body: { ...TOKENS, expires_in: 120 } } },
      async (client, clock) => {
        await client.listVms();
        await clock.advance(3 * 60_000);
        await client.listVms();
        return [];
      },
    ),
  'a used-up limit': () =>
    signedIn({ 'GET /vms': LIMITED }, async (client, clock) => {
      await client.listVms();
      const isLimitKnown = client.pace.isLimitKnown();
      const problem = await client.listVms().then(() => null, problemOf);
      const retryAt = problem?.kind === 'rateLimited' ? problem.retryAt : null;
      const waitMs = retryAt === null ? null : retryAt - clock.now();
      await clock.advance(32_000);
      await client.listVms();
      return flat({ kind: problem?.kind, waitMs, isLimitKnown });
    }),
} satisfies Readonly<Record<string, () => Promise<readonly string[]>>>;

/** What shows a fact. */
export type Run = keyof typeof RUNS;

/** A fact of the service's document, the run that shows it, and a line of that run. `lacks`: the run has no such line. */
export type Fact = readonly [fact: string, run: Run, line: string | RegExp, lacks?: 'lacks'];
