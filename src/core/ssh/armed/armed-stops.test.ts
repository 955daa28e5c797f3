import { expect, test } from 'vitest';
import type { RunOnVm } from '../commands/run-on-vm.ts';
import { makeHost } from '../testing/make-host.ts';
import { type ArmedOrder, createTimerCalls } from './armed-stops.ts';

const HOST = makeHost();
const ORDER: ArmedOrder = {
  ...{ number: 7, computer: '$(touch x); "' },
  limit: { kind: 'idle', ms: 3_600_001, since: 0 },
  isTried: true,
};
const NOW = 1_700_000_000_000;
const never = new AbortController().signal;

function setup(output = 'gpu-tray-stop: none') {
  const sent: { words: readonly string[]; input: string | undefined }[] = [];
  const runOnVm: RunOnVm = async (_, { words, input }) => {
    sent.push({ words, input });
    return { state: 'done', output };
  };
  return { sent, callTimer: createTimerCalls(runOnVm, { now: () => NOW }) };
}

test('sends a fixed script as input, and as arguments words only', async () => {
  const { sent, callTimer } = setup();
  for (const order of [ORDER, 'clear', 'read'] as const)
    await callTimer(HOST, 'theirs\n', order, never);
  const name = '2428746f7563682078293b2022';
  expect(sent.map(({ words }) => words.join(' '))).toEqual([
    `sh -s -- arm 7 ${name} idle 3601 5 try`,
    'sh -s -- clear',
    'sh -s -- read',
  ]);
  const [first] = sent;
  for (const { input } of sent) expect(input).toBe(first?.input);
  expect(first?.input).toMatch(/^# shellcheck shell=sh\n.*\ntheirs\nmain "\$@"\n$/s);
});

test('refuses words that a shell could expand', async () => {
  const { sent, callTimer } = setup();
  const order = { ...ORDER, number: -0.5 };
  await expect(callTimer(HOST, '', order, never)).rejects.toThrow('other characters');
  expect(sent).toEqual([]);
});

test.each([0, -1000, Number.NaN, Number.POSITIVE_INFINITY, 1e13])(
  'refuses an end in %d ms',
  async (ms) => {
    const { sent, callTimer } = setup();
    const order = { ...ORDER, limit: { kind: 'time', at: NOW + ms } as const };
    await expect(callTimer(HOST, '', order, never)).rejects.toThrow('not in the future');
    expect(sent).toEqual([]);
  },
);

test('a login that is a shell only is not tried, and other output is no answer', async () => {
  const { sent, callTimer } = setup('Welcome');
  const shell = { ...HOST, isShellOnly: true } as const;
  expect(await callTimer(shell, '', 'read', never)).toEqual({ kind: 'lacks', what: 'login' });
  expect(sent).toEqual([]);
  expect(await callTimer(HOST, '', 'read', never)).toEqual({
    kind: 'failed',
    problem: 'unreadable',
  });
});
