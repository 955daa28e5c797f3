import { createStore } from 'zustand/vanilla';
import type { RecordedEvent } from '../../../shared/alerts/recorded-event.ts';
import { hiding } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import type { AccountPolls, AlertStates } from '../../alerts/index.ts';
import type { Bills, Measured } from '../../costs/index.ts';

/** A new notice replaces the previous one of its topic. */
export type NoticeTopic =
  | 'settings'
  | 'accounts'
  | 'notification'
  | 'shortcut'
  | 'panel'
  | 'history'
  | 'launch'
  | 'acting'
  /** With a `vmKey`. */
  | `operation ${string}`
  /** With account ids. */
  | `owners ${string}`;

/** A plain text sentence, shown until it is dismissed, or its account signed out. */
interface Notice {
  readonly message: string;
  readonly accountIds: readonly string[];
}

/** Data besides the state of the tray and the panel. */
export interface Memory {
  readonly alerts: AlertStates;
  /** By account id. */
  readonly polls: Readonly<Record<string, AccountPolls>>;
  /** The accounts polled since the alerts of all accounts were last evaluated. */
  readonly cycle: ReadonlySet<string>;
  /** By account id: none before its first report. */
  readonly bills: Bills;
  /** By account id: the measured cost of a day (UTC). */
  readonly measured: Readonly<Record<string, Measured & { readonly day: string }>>;
  /** Events that the history has not taken yet, oldest first. */
  readonly unrecorded: readonly RecordedEvent[];
  /** Not yet dismissed, oldest first. The first one is the state's `notice`. */
  readonly notices: ReadonlyMap<NoticeTopic, Notice>;
}

export interface CoreState extends AppState {
  readonly memory: Memory;
}

export const NO_MEMORY: Memory = {
  alerts: {},
  polls: {},
  cycle: new Set(),
  bills: {},
  measured: {},
  unrecorded: [],
  notices: new Map(),
};

/** The only copy of the state. Unchanged parts keep their objects. */
export function createStateStore(initial: AppState) {
  const store = createStore<AppState>(() => initial);
  let memory = NO_MEMORY;

  /** Calls the listeners once, or not at all when no field differs. */
  function set(change: Partial<AppState> & { readonly memory?: never }): void {
    const state = store.getState();
    const next = { ...state, ...change };
    const isSame = Object.keys(change).every(
      (key) => Reflect.get(state, key) === Reflect.get(next, key),
    );
    if (!isSame) store.setState(next, true);
  }

  return {
    get: store.getState,
    core: (): CoreState => ({ ...store.getState(), memory }),
    set,
    /** As `set`, with the memory, whose changes call no listener. */
    apply({ memory: next, ...app }: CoreState): void {
      memory = next;
      set(app);
    },
    /** Listeners are called within `set` and must not call it. Returns the unsubscribe. */
    subscribe: (listener: (state: AppState) => void) => store.subscribe((state) => listener(state)),
  };
}

export type StateStore = ReturnType<typeof createStateStore>;

function withNotices(core: CoreState, notices: Memory['notices']): CoreState {
  const [first] = notices.values();
  const notice = first === undefined ? null : hiding(core.preferences)(first.message);
  return { ...core, notice, memory: { ...core.memory, notices } };
}

/** @param accountIds the notice leaves with any of these accounts */
export function withNotice(
  core: CoreState,
  topic: NoticeTopic,
  message: string,
  accountIds: readonly string[] = [],
): CoreState {
  return withNotices(core, new Map(core.memory.notices).set(topic, { message, accountIds }));
}

/** Drops the other notices, so that the next one is shown. */
export function withNoticesIf(
  core: CoreState,
  isKept: (notice: Notice, topic: NoticeTopic, index: number) => boolean,
): CoreState {
  const notices = [...core.memory.notices];
  return withNotices(core, new Map(notices.filter(([topic, one], at) => isKept(one, topic, at))));
}

export const withoutNotice = (core: CoreState) => withNoticesIf(core, (_, __, at) => at > 0);
