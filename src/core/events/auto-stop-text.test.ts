import { expect, test } from 'vitest';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { autoStopText } from './auto-stop-text.ts';
import type { AutoStopEvent } from './event.ts';
import { topicOf } from './text.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LAMBDA = makeAccount({ id: 'l', label: 'Lambda', provider: 'lambda', can: ['destroy'] });
const VAST = makeAccount({ id: 'v', label: 'Vast.ai', provider: 'vast', can: ['stop'] });

const EVENT = {
  ...({ kind: 'autoStop', at: NOW, accountId: 'v', vmId: 'x', name: 'train' } as const),
  ...({ limit: { kind: 'idle', ms: 60_000, since: NOW }, isReminder: false } as const),
};

function wordsOf(
  accounts: AppState['accounts'],
  accountId: string,
  kind: 'soon' | 'unknown' | 'signedOut' | 'reminder' | 'anotherRun',
  change: Partial<Pick<AutoStopEvent, 'limit' | 'isReminder'>> = {},
  who: Partial<AppState['environment']> = {},
) {
  const state = { ...initialState({ ...environment, ...who }, NOW), accounts };
  const outcome = kind === 'soon' ? { kind, at: NOW, hasClockJumped: true } : { kind, at: NOW };
  return autoStopText({ ...EVENT, accountId, ...change, outcome } as const, state, NOW);
}

function textOf(...of: Parameters<typeof wordsOf>) {
  const { title, body, hint = '' } = wordsOf(...of);
  return `${title}. ${body} ${hint}`;
}

test('a reminder where the provider has no stop leads to the operation that ends the bill', () => {
  const destination = { kind: 'vm', accountId: 'l', vmId: 'x', operation: 'destroy' };
  expect(wordsOf([LAMBDA], 'l', 'reminder')).toMatchObject({ destination });
});

test.each([
  [{ computer: 'lea' }, VAST, 'This computer (lea) stops it.'],
  [{ program: 'watch', computer: 'hub' }, VAST, 'gpu-tray watch (hub) stops it.'],
  [{}, { ...VAST, keys: { isUntried: true } }, 'This key hasn’t been used to stop a VM yet. Click'],
  [{}, { ...VAST, can: [] }, 'Reminder only: GPU Tray won’t stop it.'],
] as const)('an announcement by %o names who stops the VM', (who, account, said) => {
  expect(textOf([account], 'v', 'soon', {}, who)).toContain(said);
});

test.each(['unknown', 'signedOut', 'reminder'] as const)(
  'where the provider has no stop, the outcome “%s” has its sentence in place of one',
  (kind) => {
    const text = textOf([LAMBDA], 'l', kind);
    expect(text).toContain('Lambda can’t stop instances. Only Terminate ends billing');
    expect(text).not.toMatch(/stop it|stopped/i);
    expect(textOf([VAST], 'v', kind)).not.toContain('Lambda');
  },
);

test.each(['soon', 'unknown', 'signedOut', 'reminder', 'anotherRun'] as const)(
  'a reminder is no stop: %s',
  (kind) => {
    const limit = { kind: 'spend', amount: 5, since: NOW } as const;
    for (const account of [LAMBDA, VAST]) {
      const text = textOf([account], account.id, kind, { limit, isReminder: true });
      expect(text).toMatch(/remind|Time to stop/i);
      expect(text).not.toMatch(/auto-stop|\bstops (it|at)|\buntil\b/i);
    }
  },
);

test('only a stop that was late is about money', () => {
  const topics = [null, { ms: 3_600_000, perHour: 1 }].map((late) =>
    topicOf({ ...EVENT, outcome: { kind: 'stopped', at: NOW, late } }),
  );
  expect(topics).toEqual(['autoStop', 'money']);
});

test('names the account where there are several', () => {
  expect(textOf([VAST, LAMBDA], 'v', 'unknown')).toContain('. Vast.ai · Its load has been unknown');
  expect(textOf([VAST], 'v', 'unknown')).toContain('. Its load has been unknown');
});
