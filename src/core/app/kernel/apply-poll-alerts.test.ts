import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../shared/domain/problem.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { vm } from '../../monitor/testing/records.ts';
import { type Applied, applyPreferences } from './apply-poll.ts';
import type { CoreState } from './state-store.ts';
import { account, coreWith, HOUR, NOW, polled, stateOf } from './testing/polled.ts';

const openedIn = ({ events }: Pick<Applied, 'events'>) =>
  events.filter((event) => event.kind === 'alertOpened');

function preferring(before: CoreState, change: Partial<Preferences>, now = NOW) {
  const { core, events } = applyPreferences(before, { ...before.preferences, ...change }, now);
  return { ...core, events };
}

test('another stage of a VM’s alert is no end of it', () => {
  const DAY = 24 * HOUR;
  const ends = new Date(NOW + 2 * DAY).toISOString();
  const listed = stateOf([vm('1', { contract: { endsAt: ends, effect: '' } })]);
  const first = polled(coreWith(account('a')), 'a', listed);
  const later = polled(first, 'a', listed, NOW + 1.5 * DAY);
  expect(later.alerts).toHaveLength(1);
  expect(later.memory.unrecorded.map(({ kind }) => kind)).toEqual(['alertOpened', 'alertOpened']);
});

describe('alerts', () => {
  const withLimit = (core: CoreState) =>
    preferring(core, { hourlyRate: { isOn: true, limit: 0.5 } });

  test('open after two rounds over the limit', () => {
    const core = withLimit(coreWith(account('a'), account('b', 'https://b.example.com/')));
    const steps = ['a', 'b', 'a', 'b', 'a'];
    let state = core;
    const opened = steps.map((accountId, index) => {
      const applied = polled(state, accountId, stateOf([], 1 + index / 10), NOW + index);
      state = applied;
      return openedIn(applied).length;
    });
    // The first cycle ends with the second poll of `a`. Until `b` is polled, the rate is a lower bound.
    expect(opened).toEqual([0, 0, 1, 0, 0]);
    expect(state.alerts).toMatchObject([{ rule: 'hourlyRate', limit: 0.5 }]);
  });

  test.each<Problem>([{ kind: 'network' }, { kind: 'oldSpend', at: NOW - 3_600_000 }])(
    'are not confirmed by a poll that received VMs but no fresh spend: $kind',
    (problem) => {
      const over = stateOf([], 1);
      const first = polled(withLimit(coreWith(account('a'))), 'a', over);
      const kept = { ...over, spend: { ...over.spend, problem } };
      const second = polled(first, 'a', kept, NOW + 1);
      expect(openedIn(second)).toEqual([]);
      expect(openedIn(polled(second, 'a', over, NOW + 2))).toHaveLength(1);
    },
  );

  test('are evaluated once per cycle: between two evaluations no account is polled twice', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 });
    fc.assert(
      fc.property(ids, (polls) => {
        let state = coreWith(...['a', 'b', 'c'].map((id) => account(id)));
        let cycle: readonly string[] = [];
        for (const [index, id] of polls.entries()) {
          state = polled(state, id, stateOf([]));
          cycle = index === 0 || cycle.includes(id) ? [id] : [...cycle, id];
          expect([...state.memory.cycle]).toEqual(cycle);
        }
      }),
    );
  });

  test('follow a changed limit at once, and are recent events when they close', () => {
    const core = polled(coreWith(account('a')), 'a', stateOf([], 1));
    const open = withLimit(core);
    expect(openedIn(open)).toMatchObject([
      { limit: 0.5, at: NOW, alert: { subject: { value: 1 } } },
    ]);
    expect(open.alerts.map(({ id }) => id)).toEqual(openedIn(open).map(({ alert }) => alert?.id));
    const [shown] = open.alerts;
    expect(shown?.message).toBe('Hourly rate above your limit of $0.50/h');
    const hidden = preferring(open, { hideAmounts: true });
    expect(hidden.alerts).toEqual([
      { ...shown, message: 'Hourly rate above your limit of ••••/h' },
    ]);
    const dark = preferring(open, { theme: 'dark' }, NOW + 1);
    expect([openedIn(dark), dark.alerts]).toEqual([[], open.alerts]);

    const off = preferring(dark, { hourlyRate: { isOn: false, limit: 0.5 } }, NOW + 2);
    expect([openedIn(off), off.alerts]).toEqual([[], []]);
    expect(off.recentEvents).toEqual([
      { kind: 'alertClosed', at: NOW + 2, rule: 'hourlyRate', limit: 0.5, openedAt: NOW },
    ]);
  });

  test('of thousands of VMs are many, of which the newest are shown, and none has closed', () => {
    const idle = { cpuPercent: 1, ramPercent: 1 };
    const vms = Array.from({ length: 2_000 }, (_, index) => vm(`vm-${index}`, idle));
    const core = coreWith(account('a'));
    const limit = { isOn: true, limit: 0 };
    const idleAtOnce = preferring(core, { idle: limit });
    const first = polled(idleAtOnce, 'a', stateOf(vms.slice(0, 1_000)));
    const opened = polled(first, 'a', stateOf(vms), NOW + 1);
    expect([openedIn(opened).length, opened.alerts.length]).toEqual([1_000, 200]);
    const more = polled(opened, 'a', stateOf(vms, 2), NOW + 2);
    expect([openedIn(more).length, more.alerts.length]).toEqual([1_000, 200]);
    expect(more.recentEvents).toEqual([]);
  });
});
