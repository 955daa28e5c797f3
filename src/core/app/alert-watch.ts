import { type Alert, type AppState, statesToCount } from '../../shared/app/index.ts';
import { knownRateOf, totalsOf } from '../../shared/domain/index.ts';
import {
  type AlertFile,
  type AlertMemory,
  alertOf,
  evaluate,
  type OpenedAlert,
  type Rule,
  ruleKey,
  snooze,
} from '../alerts/index.ts';

/** Feeds the rules with what the polls bring and keeps their memory. */
export interface AlertWatch {
  /** After every poll that brought something. Answers the alerts that have just opened. */
  observe(state: AppState): readonly OpenedAlert[];
  /** The open episodes as they are to be shown, newest first. */
  open(state: AppState): readonly Alert[];
  /** @param until ms since the epoch */
  snooze(alertId: string, until: number): void;
  /** Nobody is signed in any more: what comes next begins anew. */
  forget(): void;
}

/** `memory` is what the file held at the start; from then on it is the watch that changes it. */
export interface AlertWatchPorts {
  readonly file: AlertFile;
  readonly memory: AlertMemory;
  readonly now: () => number;
  readonly newId: () => string;
}

function rulesOf({ preferences }: AppState): readonly Rule[] {
  const { rateThreshold } = preferences;
  return typeof rateThreshold === 'number'
    ? [{ kind: 'hourlyRate', threshold: rateThreshold }]
    : [];
}

/** Goes on with the episodes in `memory`; one whose rule has been changed since is neither shown nor kept. */
export function createAlertWatch(ports: AlertWatchPorts): AlertWatch {
  let { memory } = ports;

  function remember(next: AlertMemory): void {
    if (next === memory) return;
    memory = next;
    void ports.file.save(memory);
  }

  return {
    observe(state) {
      const states = statesToCount(state);
      const { ratePerHour } = totalsOf(states);
      const observation = { ratePerHour, knownPerHour: knownRateOf(states) };
      const { currency } = state.preferences;
      const context = { now: ports.now(), newId: ports.newId, currency };
      const evaluation = evaluate(rulesOf(state), memory, observation, context);
      remember(evaluation.memory);
      return evaluation.opened;
    },
    open(state) {
      const alerts = rulesOf(state).flatMap((rule) => {
        const episode = memory[ruleKey(rule)];
        return episode ? (alertOf(rule, episode) ?? []) : [];
      });
      return alerts.toSorted((a, b) => b.openedAt - a.openedAt);
    },
    forget() {
      if (Object.keys(memory).length > 0) remember({});
    },
    snooze: (alertId, until) => remember(snooze(memory, alertId, until)),
  };
}
