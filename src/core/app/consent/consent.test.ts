import { expect, test } from 'vitest';
import { createVirtualClock } from '../../virtual-clock.ts';
import type { Question } from '../application.ts';
import { createConsent } from './consent.ts';

const QUESTION: Question = { title: 'Let it?', detail: 'x', accept: 'Allow' };

/** Somebody who answers when the test says so. */
function asked() {
  const clock = createVirtualClock();
  const open: PromiseWithResolvers<boolean>[] = [];
  const happened: unknown[] = [];
  const consent = createConsent({
    clock,
    confirm(question) {
      happened.push(question.title);
      const answer = Promise.withResolvers<boolean>();
      open.push(answer);
      return answer.promise;
    },
    onAsking: (isAsking) => void happened.push(isAsking),
  });
  const ask = (answer: boolean) => {
    const result = consent.ask(QUESTION);
    open.at(-1)?.resolve(answer);
    return result;
  };
  return { clock, consent, open, ask, take: () => happened.splice(0) };
}

const kindOf = (result: Promise<void>) =>
  result.then(
    () => 'agreed',
    (error) => error.refusal?.kind ?? error.message,
  );

test('it is asked, and told that it is open as long as it is', async () => {
  const { ask, take } = asked();
  expect(await kindOf(ask(true))).toBe('agreed');
  expect(take()).toEqual([true, 'Let it?', false]);
  expect(await kindOf(ask(false))).toBe('declined');
  expect(take()).toEqual([true, 'Let it?', false]);
});

test('a hundred at once are one question, and the rest are told so', async () => {
  const { consent, open, take } = asked();
  const results = Array.from({ length: 100 }, () => kindOf(consent.ask(QUESTION)));
  expect(open).toHaveLength(1);
  open[0]?.resolve(true);
  expect(await Promise.all(results)).toEqual(['agreed', ...Array(99).fill('busy')]);
  expect(take()).toEqual([true, 'Let it?', false]);
});

test('who said no three times within a minute is left alone for the rest of it', async () => {
  const { ask, clock, take } = asked();
  expect(await kindOf(ask(false))).toBe('declined');
  await clock.advance(30_000);
  expect(await kindOf(ask(false))).toBe('declined');
  expect(await kindOf(ask(false))).toBe('declined');
  take();
  expect(await kindOf(ask(true))).toBe('busy');
  await clock.advance(29_999);
  expect(await kindOf(ask(true))).toBe('busy');
  expect(take()).toEqual([]);
  await clock.advance(1);
  expect(await kindOf(ask(true))).toBe('agreed');
});

test('a yes in between begins the count anew', async () => {
  const { ask } = asked();
  for (const answer of [false, false, true, false, false])
    expect(await kindOf(ask(answer))).toBe(answer ? 'agreed' : 'declined');
  expect(await kindOf(ask(true))).toBe('agreed');
});

test('a question that breaks is no yes, and the next one can be asked', async () => {
  const { consent, open, ask } = asked();
  const broken = kindOf(consent.ask(QUESTION));
  open[0]?.reject(new Error('no display'));
  expect(await broken).toBe('no display');
  expect(await kindOf(ask(true))).toBe('agreed');
});
