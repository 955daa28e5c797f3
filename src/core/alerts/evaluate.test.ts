import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Alert,
  type AppState,
  initialState,
  type Preferences,
} from '../../shared/app/index.ts';
import {
  type AlertMemory,
  CONFIRMATIONS,
  evaluate,
  openAlerts,
  type Rule,
  snooze,
  type Verdict,
} from './evaluate.ts';

const VERDICTS = ['over', 'between', 'under', 'unknown'] as const satisfies readonly Verdict[];
const surroundings = { platform: 'linux', version: '1', hasTray: true, isOnline: true } as const;
const STATE: AppState = initialState(surroundings, 0);

/** A rule that returns these verdicts, one per observation. */
function scripted(verdicts: readonly Verdict[], limit: number | null = 3): Rule {
  let index = 0;
  return {
    kind: 'hourlyRate',
    limit: () => limit,
    observe() {
      index += 1;
      return { verdict: verdicts[index - 1] ?? 'unknown', value: 4, isLowerBound: false };
    },
  };
}

/** What happened at each observation, and the memory after the last one. */
function walk(verdicts: readonly Verdict[], start: AlertMemory = {}) {
  const rule = scripted(verdicts);
  let memory = start;
  const happened = verdicts.map((_, now) => {
    const wasOpen = openAlerts([rule], memory, STATE.preferences).length > 0;
    const evaluation = evaluate([rule], memory, STATE, now);
    memory = evaluation.memory;
    const isOpen = openAlerts([rule], memory, STATE.preferences).length > 0;
    expect(evaluation.opened).toHaveLength(isOpen && !wasOpen ? 1 : 0);
    if (isOpen === wasOpen) return null;
    return isOpen ? 'opened' : 'closed';
  });
  return { memory, happened };
}

const OPEN = walk(['over', 'over']).memory;

describe('an alert', () => {
  test.each<[string, readonly Verdict[], readonly (string | null)[]]>([
    ['opens after consecutive observations', ['over', 'over'], [null, 'opened']],
    [
      'does not open on interrupted ones',
      ['over', 'under', 'over', 'between', 'over'],
      [null, null, null, null, null],
    ],
    [
      'stays one alert while the value fluctuates',
      ['over', 'over', 'under', 'between', 'under', 'over'],
      [null, 'opened', null, null, null, null],
    ],
    [
      'closes after consecutive observations and can open again',
      ['over', 'over', 'under', 'under', 'over', 'over'],
      [null, 'opened', null, 'closed', null, 'opened'],
    ],
    ['ignores missing data', ['over', 'unknown', 'over'], [null, null, 'opened']],
  ])('%s', (_, verdicts, happened) => {
    expect(walk(verdicts).happened).toEqual(happened);
  });

  test('opens and closes in turn, each after enough equal observations', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...VERDICTS), { maxLength: 200 }), (verdicts) => {
        let equal = 0;
        let last: Verdict = 'unknown';
        const changes = walk(verdicts).happened.filter((what, index) => {
          const verdict = verdicts[index] ?? 'unknown';
          if (verdict !== 'unknown') {
            equal = verdict === last ? equal + 1 : 1;
            last = verdict;
          }
          if (what === null) return false;
          expect(verdict).toBe(what === 'opened' ? 'over' : 'under');
          expect(equal).toBeGreaterThanOrEqual(CONFIRMATIONS);
          return true;
        });
        expect(changes).toEqual(changes.map((_, index) => (index % 2 === 0 ? 'opened' : 'closed')));
      }),
    );
  });

  test('has the limit, and its value only when it opens', () => {
    const rule = scripted(['over', 'over']);
    const once = evaluate([rule], {}, STATE, 0).memory;
    const { opened, memory } = evaluate([rule], once, STATE, 1);
    const alert: Alert = {
      ...{ id: 'hourlyRate:3@1', rule: 'hourlyRate', accountId: null },
      ...{ openedAt: 1, limit: 3, snoozedUntil: null },
    };
    expect(opened).toEqual([{ alert, verdict: 'over', value: 4, isLowerBound: false }]);
    expect(openAlerts([rule], memory, STATE.preferences)).toEqual([alert]);
  });

  test('is not repeated after a restart', () => {
    const reread: AlertMemory = JSON.parse(JSON.stringify(OPEN));
    expect(walk(['over', 'over', 'over'], reread).happened).not.toContain('opened');
  });

  test('is another one with another limit, and gone when its rule is off', () => {
    const other = scripted([], 3.5);
    expect(openAlerts([other], OPEN, STATE.preferences)).toEqual([]);
    expect(evaluate([other], OPEN, STATE, 9)).toEqual({ memory: {}, opened: [] });
    const off = scripted([], null);
    expect(openAlerts([off], OPEN, STATE.preferences)).toEqual([]);
    expect(evaluate([off], OPEN, STATE, 9)).toEqual({ memory: {}, opened: [] });
  });

  test('can be snoozed', () => {
    const [alert] = openAlerts([scripted([])], OPEN, STATE.preferences);
    const id = alert?.id ?? '';
    expect(Object.values(snooze(OPEN, id, 99))[0]).toMatchObject({ snoozedUntil: 99 });
    expect(snooze(OPEN, 'another', 99)).toEqual(OPEN);
  });
});

test('the memory stays the same object when nothing changed', () => {
  expect(evaluate([scripted(['over'])], OPEN, STATE, 9).memory).toBe(OPEN);
  expect(evaluate([scripted(['under'])], {}, STATE, 9).memory).toEqual({});
});

test('open alerts are sorted newest first', () => {
  const rules = [scripted([], 1), scripted([], 2)];
  const episode = { phase: 'open', snoozedUntil: null, endings: 0 } as const;
  const memory: AlertMemory = {
    'hourlyRate:1': { ...episode, id: 'older', openedAt: 1 },
    'hourlyRate:2': { ...episode, id: 'newer', openedAt: 2 },
  };
  const preferences: Preferences = STATE.preferences;
  expect(openAlerts(rules, memory, preferences).map(({ id }) => id)).toEqual(['newer', 'older']);
});
