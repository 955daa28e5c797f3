import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import type { RunOnVm } from '../commands/run-on-vm.ts';
import { makeHost } from '../testing/make-host.ts';
import { type ArmedOrder, createTimerCalls, nameWord, readAnswer } from './armed-stops.ts';

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
    return { output };
  };
  return { sent, callerOf: createTimerCalls(runOnVm, { now: () => NOW }) };
}

test('sends a fixed script as input, and as arguments words only', async () => {
  const { sent, callerOf } = setup();
  for (const order of [ORDER, 'clear', 'read'] as const)
    await callerOf(HOST, 'theirs\n')(order, never);
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

test.each([
  ['other characters', { number: -0.5 }],
  ...[0, -1000, Number.NaN, Number.POSITIVE_INFINITY, 1e13].map(
    (ms) => ['not in the future', { limit: { kind: 'time', at: NOW + ms } }] as const,
  ),
] as const)(
  'refuses an order that a shell could expand or would take for now: %s %o',
  async (why, change) => {
    const { sent, callerOf } = setup();
    await expect(callerOf(HOST, '')({ ...ORDER, ...change }, never)).rejects.toThrow(why);
    expect(sent).toEqual([]);
  },
);

test('a login that is a shell only is not tried, and other output is no answer', async () => {
  const { sent, callerOf } = setup('Welcome');
  const shell = { ...HOST, isShellOnly: true } as const;
  expect(await callerOf(shell, '')('read', never)).toEqual({ kind: 'lacks', what: 'login' });
  expect(sent).toEqual([]);
  expect(await callerOf(HOST, '')('read', never)).toEqual({
    kind: 'failed',
    problem: 'unreadable',
  });
});

const ARMED = {
  number: 7,
  computer: 'Lea',
  limit: { kind: 'time', at: 3_540_000 },
  isProved: false,
  refused: null,
};

test.each([
  ['none', { kind: 'none' }],
  ['late', { kind: 'late' }],
  ['cleared', { kind: 'cleared' }],
  ['lacks nvidia-smi', { kind: 'lacks', what: 'nvidia-smi' }],
  ['refused 403', { kind: 'refused', status: 403 }],
  ['refused 000', { kind: 'refused', status: 0 }],
  [`armed 7 4c6561 time 3600 3540 -`, { kind: 'armed', armed: ARMED }],
  [`armed 7 4c6561 time 3600 3540 - proved`, { isProved: true }],
  [`armed 7 - time 3600 9999 409`, { computer: '', limit: { at: 3_600_000 } }],
  [`armed 7 4cc3 time 3600 0 0`, { computer: 'L', refused: 0 }],
  [
    `armed 7 4c6561 idle 3600 60 -`,
    { kind: 'armed', armed: { ...ARMED, limit: { kind: 'idle', ms: 3_600_000, since: -60_000 } } },
  ],
])('reads %j', (line, expected) => {
  const output = `Welcome\ngpu-tray-stop: old\ngpu-tray-stop: ${line}\r\nBye\n`;
  const answer = readAnswer(output, 0);
  const isPart = !('kind' in expected);
  expect(answer).toMatchObject(isPart ? { kind: 'armed', armed: expected } : expected);
});

test.each([
  ...['', 'lacks $(id)', 'refused', 'refused 4030', 'armed'],
  ...['-1 - time 60 1 -', '1 4c656 time 60 1 -', '1 - spend 60 1 -', '1 - time 1e9 1 -'].map(
    (words) => `armed ${words}`,
  ),
  ...['armed 1 - time 60 1 x', `armed 1 ${'41'.repeat(300)} time 60 1 -`],
])('refuses %j', (line) => {
  expect(readAnswer(`gpu-tray-stop: ${line}`, 0)).toHaveProperty('problem', 'unreadable');
});

test('a name of a computer is one word, and is read again as printable text', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 100 }), (name) => {
      const word = nameWord(name);
      expect(word).toMatch(/^[0-9a-f-]{1,128}$/);
      const answer = readAnswer(`gpu-tray-stop: armed 1 ${word} time 60 1 -`, 0);
      expect(answer).toHaveProperty('armed.computer');
      if (answer?.kind === 'armed') expect(answer.armed.computer).not.toMatch(/[\p{Cc}\u202e]/u);
    }),
  );
});

test('whatever is printed yields bounded figures', () => {
  const word = fc.oneof(
    fc.constantFrom('armed', 'cleared', 'lacks', 'refused', 'time', 'idle', '-', '4c6561'),
    fc.integer({ min: -5 }).map(String),
    fc.double().map(String),
    fc.string({ unit: ANY_CHARACTER, maxLength: 9 }),
  );
  const armed = fc.tuple(fc.constant('armed'), word, fc.constant('-'), word, word, word, word);
  const property = fc.property(fc.oneof(fc.array(word, { maxLength: 9 }), armed), (words) => {
    const answer = readAnswer(`gpu-tray-stop: ${words.join(' ')}`, 0);
    if (answer?.kind !== 'armed') return;
    const { number, limit, refused } = answer.armed;
    const figures = limit.kind === 'time' ? [limit.at] : [-limit.since, limit.ms];
    for (const ms of figures) expect(ms >= 0 && ms < 1e12).toBe(true);
    const isBounded = refused === null || (refused >= 0 && refused < 1000);
    expect([Number.isSafeInteger(number), isBounded]).toEqual([true, true]);
  });
  fc.assert(property);
});
