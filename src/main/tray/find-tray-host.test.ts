import { expect, test } from 'vitest';
import { boundedRun, type RunOutcome } from '../../core/bounded-run.ts';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { findTrayHost } from './find-tray-host.ts';

const done = (stdout: string): RunOutcome => ({ state: 'done', stdout });
const ABSENT: RunOutcome = { state: 'absent' };

async function find(answers: Readonly<Record<string, RunOutcome | readonly RunOutcome[]>>) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const found = findTrayHost(async (program) => {
    asked.push(program);
    const answer = answers[program] ?? ABSENT;
    if ('state' in answer) return answer;
    const time = asked.filter((name) => name === program).length - 1;
    return answer[Math.min(time, answer.length - 1)] ?? ABSENT;
  }, clock);
  await clock.advance(10_000);
  return { found: await found, asked, pending: clock.pending() };
}

test.each([
  ['dbus-send', '   boolean true\n'],
  ['gdbus', '(true,)\n'],
  ['busctl', 'b true\n'],
])('%s tells of a tray', async (program, stdout) => {
  expect(await find({ [program]: done(stdout) })).toMatchObject({ found: true });
});

test.each([
  ['dbus-send', '   boolean false\n'],
  ['gdbus', '(false,)\n'],
  ['busctl', 'b false\n'],
])(
  '%s tells of none, and is asked five times in case it is on its way',
  async (program, stdout) => {
    const { found, asked, pending } = await find({ [program]: done(stdout) });
    expect(found).toBe(false);
    expect(asked.filter((name) => name === program)).toHaveLength(5);
    expect(pending).toEqual([]);
  },
);

test('one that comes up while we wait is found', async () => {
  const answers = [done('boolean false'), done('boolean false'), done('boolean true')];
  const { found, asked } = await find({ 'dbus-send': answers });
  expect([found, asked.length]).toEqual([true, 3]);
});

test.each<[string, Record<string, RunOutcome>]>([
  ['no program to ask with', {}],
  ['no bus', { 'dbus-send': { state: 'failed', stderr: 'no bus' } }],
  ['a bus that does not answer', { 'dbus-send': { state: 'late' } }],
  ['an answer that is none', { 'dbus-send': done('hello') }],
])('%s: nobody is told that there is no tray', async (_, answers) => {
  expect((await find(answers)).found).toBe(true);
});

test('the real programs take our words: without a bus they fail, and do not complain of arguments', async () => {
  const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
  const run = boundedRun(env, 5000);
  const complaints: string[] = [];
  await findTrayHost(async (program, args) => {
    const outcome = await run(program, args);
    if (outcome.state === 'failed') complaints.push(outcome.stderr);
    return { state: 'absent' };
  }, createVirtualClock());
  for (const complaint of complaints)
    expect(complaint).not.toMatch(/usage|unknown option|invalid arg/i);
});
