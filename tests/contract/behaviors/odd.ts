import { expect } from 'vitest';
import { accountStatus, vmsOf } from '../../../src/shared/domain/account-state.ts';
import { describePollingProblem } from '../../../src/shared/domain/problem-text.ts';
import type { Behavior } from './behaviors.ts';
import type { Own } from './own.ts';

/** An answer that is not the provider's. */
export interface OddAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly isCut?: boolean;
}

const STATUSES = [200, 301, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503];

const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) });

/** What proxies, gateways and CDNs send, and near misses of the providers' forms. */
const FORMS: readonly Omit<OddAnswer, 'status'>[] = [
  { type: '', body: '' },
  { type: 'application/json', body: '{"detail": "Forb', isCut: true },
  { type: 'text/plain; charset=UTF-8', body: 'error code: 1010' },
  { type: 'text/html', body: '<!doctype html><title>403 Forbidden</title>' },
  json({ message: 'Forbidden' }),
  json({ error: 'Forbidden' }),
  json({ detail: 'Forbidden' }),
  json({ title: 'Forbidden', status: 403, detail: 'access denied' }),
  json({ success: false, error: 'Forbidden' }),
];

/** Each status, and each form, once or twice; own-error.test.ts has all pairs. */
const some = (offset: number): readonly OddAnswer[] =>
  STATUSES.flatMap((status, index) =>
    FORMS.slice((index + offset) % FORMS.length)
      .slice(0, 1)
      .map((form) => ({ ...form, status })),
  );

/** In words that any gateway has: its own 401 and 403 are tried again later, and neither is final. */
const isOwn = ({ type, body, isCut }: OddAnswer) =>
  type === 'application/json' && !isCut && body.includes('"detail":"');

/** The reading after an odd answer: nothing is lost, gone or signed out, and the next one comes soon. */
function expectKept(own: Own, odd: OddAnswer): void {
  const { snapshots, nextPolls } = own.state();
  const snapshot = snapshots[own.accountId];
  const next = nextPolls[own.accountId];
  const status = snapshot && accountStatus(snapshot);
  const isRefused = own.provider === 'rental' && isOwn(odd) && odd.status === 401;
  const isForbidden =
    own.provider === 'rental' && odd.status === 403 && own.problem()?.kind === 'forbidden';
  const waitMs = next === undefined ? 0 : next - own.time.now();
  expect({
    ...{ odd, vms: own.vms()?.length, titles: own.titles() },
    status: status === 'live' || status === (isRefused ? 'refused' : 'outOfDate'),
    isSoon: waitMs <= (isForbidden ? 300_000 : 120_000),
  }).toEqual({ odd, vms: 1, titles: [], status: true, isSoon: true });
  const problem = own.problem();
  if (problem !== null && !isForbidden && !isRefused)
    expect([odd, describePollingProblem(problem).action]).not.toContainEqual(
      expect.stringMatching(/more permissions|Sign in/),
    );
}

/** Each of the answers to one stop, the stops of as many VMs being due together. */
async function stopAll(own: Own, odd: readonly OddAnswer[]): Promise<void> {
  const { requests } = own.application();
  const vms = odd.map((answer, index) => {
    const { id } = own.control.createVm({
      ...{ instance_label: `odd-${index}`, gpu_count: 1, load: 'idle', status: 'running' },
    });
    return { id, answer };
  });
  await own.refresh();
  const titles = own.titles().length;
  for (const { id, answer } of vms) {
    const { accountId } = own;
    await own.answer(requests.setAutoStop({ accountId, vmId: id, when: '2m' }));
    own.answerStopOnce(id, answer);
  }
  await own.pass(8);
  const snapshot = own.state().snapshots[own.accountId];
  const left = vms.filter(
    ({ id }) => vmsOf(snapshot).find((vm) => vm.id === id)?.phase !== 'stopped',
  );
  expect(left.map(({ answer }) => answer)).toEqual([]);
  expect([own.autoStops(), own.oddLeft()]).toEqual([0, 0]);
  expect(own.titles().slice(titles)).not.toContainEqual(expect.stringMatching(/gone|signed out/));
  for (const { id } of vms) own.control.destroyVm(id, 'gone');
}

/** Answers of something in front of the provider, each once. */
export const ODD = {
  async 'odd answers to the list'(own) {
    for (const odd of [...some(0), ...some(4)]) {
      own.answerOnce(own.requests.list, odd);
      const isLimit = odd.status === 429;
      await own.refresh().catch((error: unknown) => {
        if (!isLimit) throw error;
      });
      expect(own.oddLeft()).toBe(0);
      expectKept(own, odd);
      // A limit is waited for.
      if (isLimit) await own.pass(2);
      await own.refresh();
      expect([odd, own.problem(), own.vms()?.length]).toEqual([odd, null, 1]);
    }
  },
  /** A VM that a list lacks is looked up: no odd answer says that it is gone. */
  async 'odd answers about a VM that the list lacks'(own) {
    const refusals = FORMS.map((form, index) => ({ ...form, status: index % 2 === 0 ? 404 : 410 }));
    for (const odd of refusals.filter((each) => !isOwn(each))) {
      own.hideFromList(odd);
      await own.refresh();
      expect([odd, own.titles()]).toEqual([odd, []]);
      expect([odd, own.vms()?.map(({ id }) => id)]).toEqual([odd, [own.vmId]]);
      await own.refresh();
      expect([odd, own.phase()]).toEqual([odd, 'running']);
    }
  },
  async 'odd answers to a stop'(own) {
    await stopAll(own, some(2));
  },
} as const satisfies Readonly<Record<string, Behavior>>;
