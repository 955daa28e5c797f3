import { describe, expect, onTestFinished, test } from 'vitest';
import { type FakeClient, fakeClient } from '../../core/monitor/testing/fake-client.ts';
import { ServiceError } from '../../core/providers/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { Usage } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { DayRange } from '../../shared/usage/day-range.ts';
import type { StatusSource } from '../accounts/sources.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import {
  type FakeTerminal,
  fakeContext,
  fakeSource,
  fakeTerminal,
  login,
  spend,
  vm,
} from '../testing/fakes.ts';
import { watchStatus } from './run-status.ts';
import type { StatusRun } from './status-table.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CLEAR = '\u001b[H\u001b[J';
const network: Problem = { kind: 'network' };
const unauthorized: Problem = { kind: 'unauthorized', credential: 'apiKey' };

const HOUR = 60 * MINUTE;

function usage(totalCost: number | null): Usage {
  const unused = { totalHours: null, periodStart: null, periodEnd: null };
  return { totalCost, ...unused, vms: [], logs: [], skipped: 0 };
}

/** An account with a fake client. By default its usage reports have no amounts. */
const source = (
  id: string,
  client: FakeClient,
  report: (range: DayRange) => Promise<Usage> = async () => usage(null),
) => fakeSource(id, client, { usage: report });

interface Watch {
  readonly json?: boolean;
  readonly terminal?: FakeTerminal;
  readonly signal?: AbortSignal;
  /** Read again with each poll. */
  readonly vmSshAccess?: AppState['vmSshAccess'];
  /** ms since the epoch. */
  readonly startAt?: number;
}

function start(sources: readonly StatusSource[], given: Watch = {}) {
  const clock = createVirtualClock(given.startAt);
  const controller = new AbortController();
  const { json = false, terminal = fakeTerminal(), signal = controller.signal } = given;
  const run: StatusRun = {
    command: {
      ...{ name: 'status', credential: null, verbose: false },
      ...{ json, watch: true, color: false },
    },
    sources,
    readFiles: async (app) => ({ ...app, vmSshAccess: given.vmSshAccess ?? {} }),
    ...fakeContext(null, { terminal, clock, signal }),
  };
  let exitCode: ExitCode | null = null;
  const ended = watchStatus(run)
    // As `runCommand` does.
    .catch(() => (signal.aborted ? EXIT.fresh : EXIT.internalError))
    .then((code) => {
      exitCode = code;
      return code;
    });
  onTestFinished(async () => {
    controller.abort();
    await ended;
    expect(clock.pending()).toEqual([]);
  });
  const end = () => {
    controller.abort();
    return ended;
  };
  return { clock, terminal, end, exitCode: () => exitCode };
}

describe('watching into a pipe', () => {
  test('prints a short name once the app has written it', async () => {
    const given: { vmSshAccess?: AppState['vmSshAccess'] } = {};
    const { clock, terminal } = start(
      [source('a', fakeClient({ vms: { value: [vm('train')] } }))],
      given,
    );
    await clock.advance(0);
    expect(terminal.takeOut()).not.toContain('ALIAS');
    given.vmSshAccess = { 'a/train': login('gpu-train') };
    await clock.advance(MINUTE);
    expect(terminal.takeOut()).toContain('gpu-train');
  });

  test('prints the status when something changed, and nothing otherwise', async () => {
    const client = fakeClient({ vms: { value: [vm('train')] } });
    const { clock, terminal } = start([source('a', client)]);
    await clock.advance(0);
    expect(terminal.takeOut()).toMatch(
      /^a {2}up to date, updated 0 s ago\n(.*\n)*.*● running {2}train .*\n\nToday — {3}January — {3}forecast —\n$/,
    );
    await clock.advance(5 * MINUTE);
    expect(terminal.takeOut()).toBe('');
    client.vms = { value: [vm('train', { status: 'interrupted' })] };
    await clock.advance(MINUTE);
    expect(terminal.takeOut()).toMatch(
      /^a {2}up to date, updated 0 s ago\n(.*\n)*.*◇ interrupted {2}train /,
    );
    expect(terminal.takeErrors()).toBe('');
  });

  test('prints one JSON object per line, without escapes on a terminal', async () => {
    const client = fakeClient();
    const terminal = fakeTerminal({ isInteractive: true, hasColor: true });
    const { clock } = start([source('a', client)], { json: true, terminal });
    await clock.advance(0);
    client.spend = { value: spend({ perHour: 2 }) };
    await clock.advance(MINUTE);
    const lines = terminal.takeOut().split('\n');
    expect(lines.map((line) => line && JSON.parse(line).totals.ratePerHour)).toEqual([0.69, 2, '']);
  });
});

describe('costs', () => {
  const byRange = async ({ from }: DayRange) => usage(from.endsWith('-01') ? 30 : 3);
  const totalsOf = (text: string) =>
    text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).totals));

  test('follow the first status, are requested every hour, and grow at the rate', async () => {
    const client = fakeClient({ spend: { value: spend({ perHour: 2 }) } });
    const { clock, terminal } = start([source('a', client, byRange)], {
      json: true,
      startAt: Date.UTC(2026, 10, 20, 12),
    });
    await clock.advance(0);
    expect(totalsOf(terminal.takeOut())).toMatchObject([
      { ratePerHour: 2, today: null, month: null },
      // Ten and a half days at $2/h.
      { ratePerHour: 2, today: 3, month: 30, forecast: 534 },
    ]);
    await clock.advance(HOUR / 2);
    client.spend = { value: spend({ perHour: 4 }) };
    await clock.advance(MINUTE);
    const [changed] = totalsOf(terminal.takeOut());
    expect(changed.today).toBeCloseTo(4, 1);
    await clock.advance(HOUR);
    expect(totalsOf(terminal.takeOut()).at(-1)).toMatchObject({ today: 3, month: 30 });
  });

  test('are retried after a failed report, with its reason until then', async () => {
    let report: (range: DayRange) => Promise<Usage> = () =>
      Promise.reject(new ServiceError({ kind: 'server', status: 500, retryAt: null }));
    const client = source('a', fakeClient(), (range) => report(range));
    const { clock, terminal } = start([client], { json: true });
    await clock.advance(0);
    expect(totalsOf(terminal.takeOut()).at(-1)).toMatchObject({
      ...{ today: null, month: null, costProblem: { kind: 'server' } },
    });
    report = byRange;
    await clock.advance(6 * MINUTE);
    expect(totalsOf(terminal.takeOut())).toMatchObject([{ month: 30, costProblem: null }]);
  });
});

test('the age on a terminal is that of the last poll, also of one without changes', async () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const { clock } = start([source('a', fakeClient())], { terminal });
  await clock.advance(5 * MINUTE);
  const ages = terminal.takeOut().match(/updated .* ago/g);
  expect(ages).toContain('updated 25 s ago');
  expect(ages).not.toContain('updated 1 m ago');
});

describe('a failed poll', () => {
  const failing = { vms: { problem: network }, spend: { problem: network } };

  test('prints nothing; an outage is one message on standard error', async () => {
    const client = fakeClient({ vms: { value: [vm('train')] } });
    const { clock, terminal } = start([source('a', client)], { json: true });
    await clock.advance(0);
    terminal.takeOut();
    Object.assign(client, failing);
    await clock.advance(34 * SECOND);
    const retrying = terminal.takeOut();
    Object.assign(client, { vms: { value: [vm('train')] }, spend: { value: spend() } });
    await clock.advance(2 * MINUTE);
    expect([retrying, terminal.takeOut(), terminal.takeErrors()]).toEqual(['', '', '']);

    Object.assign(client, failing);
    await clock.advance(10 * MINUTE);
    expect(terminal.takeOut()).toMatch(/^\{.*"status":"stale".*\}\n$/);
    expect(terminal.takeErrors()).toBe(
      'Failed to reach the service. Retrying automatically. If this persists, check your network and the service URL.\n',
    );
  });

  test('is shown as retrying on a terminal, an outage with its problem', async () => {
    const client = fakeClient();
    const terminal = fakeTerminal({ isInteractive: true });
    const { clock } = start([source('a', client)], { terminal });
    await clock.advance(0);
    Object.assign(client, failing);
    await clock.advance(34 * SECOND);
    const last = () => terminal.takeOut().split(CLEAR).at(-1);
    expect(last()).toMatch(/^a {2}retrying, updated \d+ s ago\n(?!.*Failed)/s);
    await clock.advance(2 * MINUTE);
    expect(last()).toMatch(
      /^a {2}out of date, updated 2 m ago\n.*\nFailed to reach the service\. /s,
    );
    expect(terminal.takeErrors()).toBe('');
  });
});

test('watching on a terminal replaces the status in place, also when only its age changes', async () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const client = fakeClient();
  const { clock, end } = start([source('a', client)], { terminal });
  await clock.advance(0);
  expect(terminal.takeOut()).toMatch(/^.\[H.\[Ja {2}up to date, updated 0 s ago\n/);
  await clock.advance(12 * SECOND);
  const ages = terminal
    .takeOut()
    .split(CLEAR)
    .slice(1)
    .map((text) => text.split('\n')[0]);
  expect(ages).toEqual(['a  up to date, updated 5 s ago', 'a  up to date, updated 10 s ago']);
  await end();
  await clock.advance(MINUTE);
  expect(terminal.takeOut()).toBe('');
});

describe('several accounts', () => {
  test('are shown once each has answered', async () => {
    const slow = fakeClient({ vms: 'never' });
    const { clock, terminal } = start([source('a', fakeClient()), source('b', slow)]);
    await clock.advance(MINUTE);
    expect(terminal.takeOut()).toBe('');
  });

  test('are watched while one of them may recover', async () => {
    const refused = fakeClient({
      vms: { problem: unauthorized },
      spend: { problem: unauthorized },
    });
    const failing = fakeClient({ vms: { problem: network }, spend: { problem: network } });
    const { clock, terminal, exitCode } = start([source('a', refused), source('b', failing)]);
    await clock.advance(10 * MINUTE);
    expect(exitCode()).toBeNull();
    terminal.takeOut();
    Object.assign(failing, fakeClient());
    await clock.advance(10 * MINUTE);
    expect(terminal.takeOut()).toMatch(
      /^a {2}signed out, no data yet\n(.*\n)*b {2}up to date, updated 0 s ago\n/,
    );
  });
});

describe('watching ends', () => {
  test('with the reason and exit code when the credential is rejected', async () => {
    const client = fakeClient();
    const { clock, terminal, exitCode } = start([source('a', client)]);
    await clock.advance(0);
    terminal.takeOut();
    client.vms = { problem: unauthorized };
    client.spend = { problem: unauthorized };
    await clock.advance(50 * SECOND);
    expect([exitCode(), terminal.takeOut(), terminal.takeErrors()]).toEqual([null, '', '']);
    // The second refusal confirms it.
    await clock.advance(MINUTE);
    expect(exitCode()).toBe(3);
    expect(terminal.takeOut()).toContain('signed out');
    expect(terminal.takeErrors()).toBe('API key rejected (401). Sign in again with a valid key.\n');
  });

  test('when interrupted, canceling requests', async () => {
    const client = fakeClient({ vms: 'never', spend: 'never' });
    const { clock, end } = start([source('a', client)]);
    await clock.advance(SECOND);
    expect(await end()).toBe(0);
    expect(client.cancelled).toBe(2);
  });
});

test('an answer of a proxy or gateway ends nothing, and neither does one refusal', async () => {
  const client = fakeClient();
  const { clock, terminal, exitCode } = start([source('a', client)]);
  await clock.advance(0);
  const problems = [
    { kind: 'notTheService', found: 'answer', status: 403 },
    { kind: 'forbidden' },
    unauthorized,
  ] as const;
  for (const problem of problems) {
    client.vms = { problem };
    client.spend = { problem };
    await clock.advance(50 * SECOND);
    Object.assign(client, fakeClient());
    await clock.advance(6 * MINUTE);
    expect(exitCode()).toBeNull();
    expect(terminal.takeErrors()).not.toMatch(
      problem.kind === 'forbidden' ? /401/ : /[Ss]ign in|scope/,
    );
  }
});
