import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameWord, readAnswer } from './read-answer.ts';

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
  '',
  'lacks $(id)',
  'refused',
  'refused 4030',
  'armed',
  `armed -1 - time 60 1 -`,
  `armed 1 4c656 time 60 1 -`,
  `armed 1 - spend 60 1 -`,
  `armed 1 - time 1e9 1 -`,
  `armed 1 - time 60 1 x`,
  `armed 1 ${'41'.repeat(300)} time 60 1 -`,
])('refuses %j', (line) => {
  expect(readAnswer(`gpu-tray-stop: ${line}`, 0)).toBeNull();
});

test('a name of a computer is one word, and is read again as printable text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
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
    fc.string({ unit: 'binary', maxLength: 9 }),
  );
  const words = fc.oneof(
    fc.array(word, { maxLength: 9 }),
    fc.tuple(fc.constant('armed'), word, fc.constant('-'), word, word, word, word),
  );
  fc.assert(
    fc.property(words, (sent) => {
      const answer = readAnswer(`gpu-tray-stop: ${sent.join(' ')}`, 0);
      if (answer?.kind !== 'armed') return;
      const { number, limit, refused } = answer.armed;
      expect(Number.isSafeInteger(number)).toBe(true);
      const figures = limit.kind === 'time' ? [limit.at] : [-limit.since, limit.ms];
      for (const ms of figures) expect(ms >= 0 && ms < 1e12).toBe(true);
      expect(refused === null || (refused >= 0 && refused < 1000)).toBe(true);
    }),
  );
});
