import { describe, expect, it } from 'vitest';
import { type AlertMemory, alertOf, evaluate, type Rule, ruleKey, snooze } from './evaluate.ts';

const RULE: Rule = { kind: 'hourlyRate', threshold: 3 };

function observe(memory: AlertMemory, ratePerHour: number | null, now = 0, rule = RULE) {
  const observation = { ratePerHour, knownPerHour: ratePerHour };
  return evaluate([rule], memory, observation, { now, newId: () => `a${now}`, currency: '$' });
}

function afterRates(rates: readonly (number | null)[], memory: AlertMemory = {}, rule = RULE) {
  let current = memory;
  const opened = rates.flatMap((rate, now) => {
    const evaluation = observe(current, rate, now, rule);
    current = evaluation.memory;
    return evaluation.opened;
  });
  return { memory: current, opened };
}

describe('evaluate', () => {
  it('opens once, with the figure and the threshold in its message', () => {
    const { opened } = afterRates([3.42, 3.42, 4, 5, 3.1]);
    expect(opened.map(({ message }) => message)).toEqual(['$3.42/h is above your $3.00/h.']);
  });

  it('says nothing of that figure while it goes on: the rate is another one by then', () => {
    const { memory, opened } = afterRates([512.25, 512.25, 476.44, 476.44]);
    const episode = memory[ruleKey(RULE)];
    const alert = episode === undefined ? null : alertOf(RULE, episode);
    expect(alert).toEqual(opened[0]?.alert);
    expect(alert).toMatchObject({ rule: 'hourlyRate', limit: 3, openedAt: 1 });
    expect(JSON.stringify(alert)).not.toContain('512');
  });

  it('does not fire at the threshold itself, nor on an unknown rate', () => {
    expect(afterRates([3, 3, 3, null, null, null]).opened).toEqual([]);
  });

  it('opens on what is known alone where the rest can only add to it', () => {
    const observation = { ratePerHour: null, knownPerHour: 4 };
    const context = { now: 0, newId: () => 'x', currency: '$' };
    const once = evaluate([RULE], {}, observation, context);
    const { opened, memory } = evaluate([RULE], once.memory, observation, context);
    expect(opened.map(({ message }) => message)).toEqual([
      'At least $4.00/h is above your $3.00/h.',
    ]);
    expect(evaluate([RULE], memory, observation, context)).toMatchObject({
      opened: [],
      closed: [],
    });
  });

  it('takes what is known for no end of an episode, nor for anything below the threshold', () => {
    const { memory } = afterRates([4, 4]);
    const context = { now: 9, newId: () => 'x', currency: '$' };
    const observation = { ratePerHour: null, knownPerHour: 1 };
    let current = memory;
    for (let poll = 0; poll < 5; poll += 1)
      current = evaluate([RULE], current, observation, context).memory;
    expect(current).toBe(memory);
    expect(evaluate([RULE], {}, observation, context).memory).toEqual({});
  });

  it('goes on between 95 % of the threshold and the threshold, and ends below', () => {
    const open = afterRates([4, 4]).memory;
    expect(afterRates([2.9, 2.9, 2.9], open).memory).toBe(open);
    expect(afterRates([2.8, 2.8], open).memory).toEqual({});
  });

  it('survives a restart through its memory without saying it again', () => {
    const { memory } = afterRates([4, 4]);
    const reread: AlertMemory = JSON.parse(JSON.stringify(memory));
    expect(afterRates([4, 4, 4], reread).opened).toEqual([]);
  });

  it('begins anew with another threshold, and forgets the rule that is gone', () => {
    const { memory } = afterRates([4, 4]);
    const raised = afterRates([4, 4], memory, { kind: 'hourlyRate', threshold: 3.5 });
    expect(raised.opened).toHaveLength(1);
    expect(
      evaluate(
        [],
        memory,
        { ratePerHour: 4, knownPerHour: 4 },
        { now: 9, newId: () => 'x', currency: '$' },
      ),
    ).toEqual({
      memory: {},
      opened: [],
      closed: [],
    });
  });

  it('closes at a rate of 0 even with a threshold of 0', () => {
    const rule: Rule = { kind: 'hourlyRate', threshold: 0 };
    const { memory } = afterRates([1, 1], {}, rule);
    expect(afterRates([0, 0], memory, rule).memory).toEqual({});
  });

  it('keeps its memory the same object when nothing changed', () => {
    const { memory } = afterRates([4, 4]);
    expect(observe(memory, 4).memory).toBe(memory);
    expect(observe({}, 1).memory).toEqual({});
  });

  it('snoozes the one alert', () => {
    const { memory, opened } = afterRates([4, 4]);
    const id = opened[0]?.alert.id ?? '';
    expect(Object.values(snooze(memory, id, 99))[0]).toMatchObject({ snoozedUntil: 99 });
    expect(snooze(memory, 'another', 99)).toEqual(memory);
  });
});
