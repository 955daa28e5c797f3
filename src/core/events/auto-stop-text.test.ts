import { expect, test } from 'vitest';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { autoStopText } from './auto-stop-text.ts';
import type { AutoStopEvent } from './event.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LAMBDA = makeAccount({ id: 'l', label: 'Lambda', provider: 'lambda', can: ['destroy'] });
const VAST = makeAccount({ id: 'v', label: 'Vast.ai', provider: 'vast', can: ['stop'] });

function textOf(
  accounts: AppState['accounts'],
  accountId: string,
  kind: 'soon' | 'unknown' | 'signedOut' | 'reminder' | 'anotherRun',
  change: Partial<Pick<AutoStopEvent, 'limit' | 'isReminder'>> = {},
) {
  const state = { ...initialState(environment, NOW), accounts };
  const outcome = kind === 'soon' ? { kind, at: NOW, hasClockJumped: true } : { kind, at: NOW };
  const limit = { kind: 'idle', ms: 60_000, since: NOW } as const;
  const about = { at: NOW, accountId, vmId: 'x', name: 'train', limit, isReminder: false };
  const event = { kind: 'autoStop', ...about, ...change, outcome } as const;
  const { title, body, hint = '' } = autoStopText(event, state, NOW);
  return `${title}. ${body} ${hint}`;
}

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

test('names the account where there are several', () => {
  expect(textOf([VAST, LAMBDA], 'v', 'unknown')).toContain('. Vast.ai · Its load has been unknown');
  expect(textOf([VAST], 'v', 'unknown')).toContain('. Its load has been unknown');
});
