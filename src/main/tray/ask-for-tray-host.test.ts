import { expect, test } from 'vitest';
import { type RunOutcome, runWithTimeout } from '../../core/run-with-timeout.ts';
import { askForTrayHost } from './ask-for-tray-host.ts';

const done = (stdout: string): RunOutcome => ({ state: 'done', stdout });
const ABSENT: RunOutcome = { state: 'absent' };

const ask = (answers: Readonly<Record<string, RunOutcome>>) =>
  askForTrayHost(async (program) => answers[program] ?? ABSENT);

test.each([
  ['dbus-send', '   boolean true\n'],
  ['gdbus', '(true,)\n'],
  ['busctl', 'b true\n'],
])('%s tells of a tray', async (program, stdout) => {
  expect(await ask({ [program]: done(stdout) })).toBe(true);
});

test.each([
  ['dbus-send', '   boolean false\n'],
  ['gdbus', '(false,)\n'],
  ['busctl', 'b false\n'],
])('%s tells of none', async (program, stdout) => {
  expect(await ask({ [program]: done(stdout) })).toBe(false);
});

test.each<[string, Record<string, RunOutcome>]>([
  ['no program to ask with', {}],
  ['no bus', { 'dbus-send': { state: 'failed', stderr: 'no bus' } }],
  ['a bus that does not answer', { 'dbus-send': { state: 'late' } }],
  ['an answer that is none', { 'dbus-send': done('hello') }],
])('%s: it cannot be told', async (_, answers) => {
  expect(await ask(answers)).toBeNull();
});

test('the real programs take our words: without a bus they fail, and do not complain of arguments', async () => {
  const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
  const run = runWithTimeout(env, 30_000);
  const complaints: string[] = [];
  await askForTrayHost(async (program, args) => {
    const outcome = await run(program, args);
    if (outcome.state === 'failed') complaints.push(outcome.stderr);
    return { state: 'absent' };
  });
  for (const complaint of complaints)
    expect(complaint).not.toMatch(/usage|unknown option|invalid arg/i);
});
