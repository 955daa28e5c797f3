import { describe, expect, test } from 'vitest';
import type { AlertRule } from '../../shared/alerts/alert-rules.ts';
import type { Preferences } from '../../shared/settings/preferences.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import type { AlertStates } from './alert-states.ts';
import {
  ALL_ACCOUNTS,
  evaluate,
  type Finding,
  firingAlerts,
  snoozeEnd,
  type Verdict,
  withoutAlertsOf,
  withSnooze,
} from './evaluate.ts';

function stateWith(hourlyRate: Preferences['hourlyRate']): AppState {
  const blank = initialState(environment, 0);
  return { ...blank, preferences: { ...blank.preferences, hourlyRate } };
}

const STATE = stateWith({ isOn: true, limit: 3 });
const POLLS = { missedMs: 0, steadySince: 0 };
const observation = { app: STATE, accounts: new Map([['a', POLLS]]), isCycleOver: true };

const found = (verdict: Verdict, key = ''): Finding => ({
  ...{ ...ALL_ACCOUNTS, key, value: 4, isLowerBound: false, verdict },
});

/** A rule that finds these, one per observation. */
function scripted(
  findings: readonly (readonly Finding[] | null)[],
  kind: AlertRule = 'hourlyRate',
): Parameters<typeof evaluate>[0] {
  const rest = [...findings];
  return { [kind]: () => rest.shift() ?? null };
}

/** What happened at each observation, and the memory after the last one. */
function walk(verdicts: readonly Verdict[], start: AlertStates = {}) {
  const rule = scripted(verdicts.map((verdict) => [found(verdict)]));
  let memory = start;
  const happened = verdicts.map((_, now) => {
    const evaluation = evaluate(rule, memory, observation, now);
    memory = evaluation.memory;
    const { opened, ended } = evaluation;
    expect(opened.length + ended.length).toBeLessThan(2);
    expect(firingAlerts(memory, STATE.preferences)).toHaveLength(
      Object.values(memory).filter(({ phase }) => phase === 'firing').length,
    );
    if (opened.length > 0) return 'opened';
    return ended.length > 0 ? 'ended' : null;
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
      'ends after consecutive observations and can open again',
      ['over', 'over', 'under', 'under', 'over', 'over'],
      [null, 'opened', null, 'ended', null, 'opened'],
    ],
    ['ignores missing data', ['over', 'unknown', 'over'], [null, null, 'opened']],
  ])('%s', (_, verdicts, happened) => {
    expect(walk(verdicts).happened).toEqual(happened);
  });

  test('opens at once with a changed limit, and is gone without an end when its rule is off', () => {
    const higher = { ...observation, app: stateWith({ isOn: true, limit: 3.5 }) };
    expect(firingAlerts(OPEN, higher.app.preferences)).toEqual([]);
    const { opened, ended } = evaluate(
      scripted([[found('over')]]),
      OPEN,
      { ...higher, previous: STATE.preferences },
      9,
    );
    expect([opened.map(({ limit }) => limit), ended]).toEqual([[3.5], []]);
    const off = { ...observation, app: stateWith({ isOn: false, limit: 3 }) };
    expect(firingAlerts(OPEN, off.app.preferences)).toEqual([]);
    const none = { memory: {}, opened: [], ended: [] };
    expect(evaluate(scripted([[found('over')]]), OPEN, off, 9)).toEqual(none);
  });

  test('is not confirmed by a change of other preferences', () => {
    const once = walk(['over']).memory;
    const other = { ...observation, previous: STATE.preferences };
    expect(evaluate(scripted([[found('over')]]), once, other, 9).memory).toBe(once);
  });

  test('can be snoozed', () => {
    const [alert] = firingAlerts(OPEN, STATE.preferences);
    const id = alert?.id ?? '';
    expect(Object.values(withSnooze(OPEN, id, 99))[0]).toMatchObject({
      snoozedUntil: 99,
    });
    expect(withSnooze(OPEN, 'another', 99)).toEqual(OPEN);
  });
});

describe('a rule with several subjects', () => {
  const both = [found('over', 'a/1'), found('over', 'a/2')];

  test('has one alert for each, which ends with its subject', () => {
    const rule = scripted([both, both, null, [found('over', 'a/1')]], 'noData');
    let memory: AlertStates = {};
    const open = [1, 2, 3, 4].map((now) => {
      memory = evaluate(rule, memory, observation, now).memory;
      return firingAlerts(memory, STATE.preferences).length;
    });
    expect(open).toEqual([0, 2, 2, 1]);
  });

  test('is confirmed by polls of the same account only, which leave the others as they are', () => {
    let memory: AlertStates = {};
    const opened = ['a', 'b', 'b', 'a'].map((accountId, now) => {
      const rule = scripted([[found('over', `${accountId}/1`)]], 'noData');
      const polled = { ...observation, accounts: new Map([[accountId, POLLS]]) };
      const evaluation = evaluate(rule, memory, polled, now);
      memory = evaluation.memory;
      return evaluation.opened.length;
    });
    expect(opened).toEqual([0, 0, 1, 1]);
  });
});

test('of the alerts that open together, missing data comes before the VMs', () => {
  const certain = () => [{ ...found('over', 'a'), isCertain: true }];
  const rules = { stuck: certain, noData: certain, hourlyRate: certain };
  const { opened } = evaluate(rules, {}, observation, 1);
  expect(opened.map(({ rule }) => rule)).toEqual(['hourlyRate', 'noData', 'stuck']);
});

test('the alerts about an account go with it', () => {
  const of = (accountId: string) => [{ ...found('over', accountId), accountId }];
  const rule = scripted([of('a'), of('a')], 'noData');
  const once = evaluate(rule, {}, observation, 1).memory;
  const { memory } = evaluate(rule, once, observation, 2);
  expect(withoutAlertsOf(memory, (id) => id === 'a')).toBe(memory);
  expect(withoutAlertsOf(memory, (id) => id === 'b')).toEqual({});
});

test('the memory stays the same object when nothing changed', () => {
  expect(evaluate(scripted([[found('over')]]), OPEN, observation, 9).memory).toBe(OPEN);
  expect(evaluate(scripted([[found('under')]]), {}, observation, 9).memory).toEqual({});
});

test('a snooze ends in an hour, or at eight on the next local morning', () => {
  const at = (text: string) => new Date(`2026-11-22T${text}`).getTime();
  expect(snoozeEnd('hour', at('23:30'))).toBe(at('23:30') + 3_600_000);
  const morning = new Date(2026, 10, 23, 8).getTime();
  expect(snoozeEnd('tomorrow', at('00:10'))).toBe(morning);
  expect(snoozeEnd('tomorrow', at('23:50'))).toBe(morning);
});
