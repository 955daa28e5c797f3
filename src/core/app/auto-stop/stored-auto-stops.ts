import { isDeepStrictEqual } from 'node:util';
import type { AutoStop, AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import type { AutoStopOutcome } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  type Settings,
  type SettingsFile,
  withAutoStop,
  withoutEnded,
} from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import type { Armed } from './armed.ts';
import { type AutoStopState, type Decision, type Listed, newAutoStop } from './auto-stop-state.ts';

export interface StoredAutoStopsPorts
  extends Pick<PartPorts, 'store' | 'deliver' | 'clock' | 'log'> {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
}

const isSame = (one: AutoStop, other: AutoStop) =>
  keyOf(one) === keyOf(other) && isDeepStrictEqual(one.limit, other.limit);

const withFlag = (own: AutoStop, { onVm }: AutoStop) =>
  own.onVm === onVm ? own : { ...own, onVm };

interface Hooks {
  readonly listed: (autoStop: AutoStop) => Listed;
  /** It would only remind, which no row may call a stop. */
  readonly isReminder: (autoStop: AutoStop) => boolean;
  /** Read late: it needs the auto-stops. */
  readonly armed: () => Pick<Armed, 'keys' | 'leave' | 'show' | 'shownOf'>;
  /** They may end at other times. */
  readonly onChange: () => void;
  readonly onNews: (autoStop: AutoStop, outcome: AutoStopOutcome) => void;
}

/** The auto-stops of the settings file with their states, by `vmKey`. */
export function createStoredAutoStops(
  { store, settings, deliver, clock, log }: StoredAutoStopsPorts,
  { listed, isReminder, armed, onChange, onNews }: Hooks,
) {
  const states = new Map<string, AutoStopState>();
  let current: Settings | null = null;
  /** Version counter: discards a read that started before a write. */
  let changes = 0;

  async function change(apply: (current: Settings) => Settings): Promise<void> {
    changes += 1;
    const next = await settings.update(apply);
    changes += 1;
    show(next);
  }

  /** Never rejects: the next decision, or after a restart the VM's state, has the same result. */
  async function save(apply: (current: Settings) => Settings): Promise<void> {
    await change(apply).catch((error) =>
      log.warn('auto-stop.unsaved', describeInternalError(error)),
    );
  }

  /** Shows what the command line may have changed. */
  async function reread(): Promise<void> {
    const before = changes;
    try {
      const current = await settings.load();
      if (before === changes) show(current);
    } catch (error) {
      log.warn('auto-stop.unread', describeInternalError(error));
    }
  }

  function show(read: Settings): void {
    current = read;
    const { autoStops = [] } = read;
    const known = new Map(states);
    states.clear();
    for (const stored of autoStops) {
      const state = known.get(keyOf(stored));
      const isKnown = state && [state.stored, state.autoStop].some((one) => isSame(one, stored));
      const time = { now: clock.now(), monotonic: clock.monotonic() };
      const fresh = newAutoStop(stored, listed(stored), time);
      if (!isKnown) states.set(keyOf(stored), fresh);
      else
        states.set(keyOf(stored), { ...state, stored, autoStop: withFlag(state.autoStop, stored) });
    }
    armed().show(read);
    publish();
    onChange();
  }

  function publish(): void {
    const going = [...states].filter(
      ([, { stage, autoStop }]) => stage.kind !== 'ended' && !isReminder(autoStop),
    );
    const autoStops = new Map(going.map(([key, { autoStop }]) => [key, autoStop]));
    const keys = new Set([...autoStops.keys(), ...armed().keys()]);
    const shown = Object.fromEntries(
      [...keys].flatMap((key) => {
        const one = armed().shownOf(key, autoStops.get(key));
        return one === null ? [] : [[key, one] as const];
      }),
    );
    if (!isDeepStrictEqual(shown, store.get().autoStops)) store.set({ autoStops: shown });
  }

  async function end(key: string, state: AutoStopState): Promise<void> {
    const { autoStop, stored } = state;
    states.set(key, { ...state, stage: { kind: 'ended' } });
    armed().leave(key);
    publish();
    // Another auto-stop may have replaced it.
    const isOver = (other: AutoStop) => isSame(other, stored) || isSame(other, autoStop);
    await save((current) =>
      current.autoStops?.some(isOver) ? withoutEnded(current, autoStop) : current,
    );
  }

  return {
    states,
    /** Writes what changes, if anything does. Never rejects. */
    async adapt(change: (settings: Settings) => Settings): Promise<void> {
      if (current !== null && change(current) !== current) await save(change);
    },
    show,
    publish,
    save,
    reread,
    each(change: (state: AutoStopState) => AutoStopState): void {
      for (const [key, state] of states) states.set(key, change(state));
    },
    /** All of a decision but the stop. */
    async carryOut(key: string, { state, step }: Decision): Promise<void> {
      states.set(key, state);
      if ('news' in step && step.news !== null) {
        const { accountId, vmId, name, limit, kind } = state.autoStop;
        const about = { accountId, vmId, name, limit, isReminder: kind === 'reminder' };
        const event = { kind: 'autoStop', at: clock.now(), ...about, outcome: step.news } as const;
        // Stored before the settings: a process that is killed between both notifies twice, and not never.
        await deliver([event], { urgent: true });
        onNews(state.autoStop, step.news);
      }
      if (step.kind === 'end') return end(key, state);
      const { autoStop, stored } = state;
      if (isDeepStrictEqual(autoStop, stored)) return;
      await save(({ autoStops = [], ...current }) => ({
        ...current,
        autoStops: autoStops.map((other) => (isSame(other, stored) ? autoStop : other)),
      }));
    },
    /** @param limit null removes the auto-stop */
    set: (
      vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name' | 'kind'>,
      limit: AutoStopLimit | null,
      onVm?: boolean,
    ) =>
      change((current) => {
        // A new auto-stop with the same limit starts fresh.
        states.delete(keyOf(vm));
        return withAutoStop(current, vm, limit, onVm);
      }),
  };
}
