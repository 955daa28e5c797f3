import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import {
  type ArmedRecord,
  onVmLimit,
  type VmLimit,
} from '../../../shared/auto-stop/armed-record.ts';
import { armedView } from '../../../shared/auto-stop/armed-view.ts';
import { type AutoStop, asShown, type ShownAutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { vmName } from '../../../shared/domain/index.ts';
import { LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { allVms, findAccount } from '../../../shared/state/index.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import {
  computerId,
  computerName,
  type Settings,
  type SettingsFile,
  withArmed,
} from '../../settings/index.ts';
import {
  type ArmedAnswer,
  type ArmedOrder,
  type ArmedStops,
  keyOf,
  type SshHost,
  type VmRef,
} from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';
import { armedNotification } from './armed-notification.ts';
import {
  type ArmedState,
  afterAnswer,
  afterList,
  armedNews,
  beforeArming,
  isSettled,
  newArmed,
  nextCall,
  selfStopOf,
  type Wanted,
} from './armed-state.ts';
import type { AutoStopState, Listed } from './auto-stop-state.ts';

export interface ArmedPorts extends Pick<PartPorts, 'store' | 'show' | 'clock' | 'log' | 'loaded'> {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  readonly armed: Pick<ArmedStops, 'arm' | 'disarm' | 'read'>;
  readonly hostOf: (vm: VmRef) => SshHost | null;
  /** The port's `stopFromInside`; null: the provider has none, or the account is gone. */
  readonly scriptOf: (accountId: string) => string | null;
}

interface AutoStops {
  readonly states: ReadonlyMap<string, AutoStopState>;
  readonly listed: (vm: VmRef) => Listed;
  /** Never rejects. */
  readonly save: (apply: (current: Settings) => Settings) => Promise<void>;
  readonly publish: () => void;
}

type NamedVm = Pick<AutoStop, 'accountId' | 'vmId' | 'name'>;

interface Entry {
  readonly vm: NamedVm;
  state: ArmedState;
  wanted: Wanted;
  /** Its calls; null: none is underway. */
  busy: Promise<void> | null;
}

/** VMs that are called at once. */
const AT_ONCE = 4;
/** Calls in a row: a reading and what follows, and once more for what was changed meanwhile. */
const MAX_CALLS = 3;

/** The limit as a VM counts it. */
function fromNow(limit: VmLimit, now: number): ArmedOrder['limit'] {
  return limit.kind === 'time'
    ? { kind: 'time', ms: limit.at - now }
    : { kind: 'idle', ms: limit.ms, threshold: LOW_BELOW };
}

/** Keeps the scripts on VMs as the user wants them, with a call a minute to each. */
export function createArmed(ports: ArmedPorts, autoStops: AutoStops) {
  const { store, clock, log, armed, hostOf, scriptOf } = ports;
  const entries = new Map<string, Entry>();
  const limit = pLimit(AT_ONCE);
  const timer = createTimer(clock);
  let id: Promise<string> | null = null;
  let stored: readonly ArmedRecord[] = [];
  /** Null before the first `resume`, and while suspended or stopped. */
  let controller: AbortController | null = null;

  function entryOf({ accountId, vmId, name }: NamedVm): Entry {
    const key = keyOf({ accountId, vmId });
    const known = entries.get(key);
    if (known !== undefined) return known;
    const vm = { accountId, vmId, name };
    const entry: Entry = { vm, state: newArmed(null), wanted: 'off', busy: null };
    entries.set(key, entry);
    return entry;
  }

  function wantedOf(key: string): Wanted {
    const state = autoStops.states.get(key);
    if (state === undefined) return entries.get(key)?.state.record?.isEnded ? 'asIs' : 'off';
    const wanted = onVmLimit(state.autoStop) ?? 'off';
    return wanted === 'off' || state.stage.kind === 'set' ? wanted : 'asIs';
  }

  /** The running VMs of accounts whose load is read: another computer may have armed them. */
  function watched(): readonly NamedVm[] {
    const isRead = ({ id, can }: AppAccount) =>
      store.get().ssh.gpuLoadAccounts.includes(id) && can.includes('stopFromInside');
    return allVms(store.get())
      .filter(({ account, vm }) => vm.phase === 'running' && isRead(account))
      .map(({ accountId, vmId, vm }) => ({ accountId, vmId, name: vmName(vm) }));
  }

  /** Null: it cannot be called now. */
  function placeOf({ vm }: Entry) {
    const listed = autoStops.listed(vm);
    const isOn = typeof listed !== 'string' && listed.phase === 'running';
    const host = isOn ? hostOf(vm) : null;
    const script = scriptOf(vm.accountId);
    return host === null || script === null || !isOn
      ? null
      : { host, script, run: listed.startedAt };
  }

  function tell(entry: Entry, answer: ArmedAnswer | null = null): void {
    const { vm, state, wanted } = entry;
    const read = answer?.kind === 'armed' ? answer.armed : null;
    const now = clock.now();
    const news = armedNews(state, wanted, read, now);
    if (news.size === 0) return;
    entry.state = { ...state, told: [...state.told, ...news.keys()] };
    const told = [...news.values()].map((each) => armedNotification(store.get(), vm, each, now));
    for (const each of told) ports.show(each);
    const refused = [...news.values()].findIndex(({ kind }) => kind === 'refused');
    const { title, body } = told[refused] ?? { title: '', body: '' };
    const topic = `armed ${keyOf(vm)}` as const;
    if (title !== '')
      store.apply(withNotice(store.core(), topic, `${title}. ${body}`, [vm.accountId]));
  }

  async function setState(entry: Entry, state: ArmedState): Promise<void> {
    const { record } = entry.state;
    entry.state = state;
    autoStops.publish();
    if (!isDeepStrictEqual(record, state.record))
      await autoStops.save((current) => withArmed(current, entry.vm, state.record));
  }

  async function talk(entry: Entry, signal: AbortSignal): Promise<void> {
    const key = keyOf(entry.vm);
    id ??= computerId(ports.settings);
    const own = await id;
    let answer: ArmedAnswer | null = null;
    for (let calls = 0; calls < MAX_CALLS; calls += 1) {
      const place = placeOf(entry);
      const wanted = wantedOf(key);
      const now = clock.now();
      const call = nextCall(entry.state, wanted, answer, { now, computerId: own });
      if (call === null || place === null || signal.aborted) return;
      const { host, script, run } = place;
      const vm = { ...entry.vm, run };
      const before = entry.state.record;
      if (call === 'arm' && typeof wanted !== 'string') {
        const record = beforeArming(entry.state, vm, wanted, now);
        await setState(entry, { ...entry.state, record });
        const order = {
          number: record.number,
          computer: computerName(),
          computerId: own,
          limit: fromNow(wanted, clock.now()),
          mayReplace: entry.state.mayReplace,
        };
        answer = await armed.arm(host, script, order, signal);
      } else if (call === 'disarm' && before !== null) {
        const { number } = before;
        answer = await armed.disarm(host, script, { computerId: own, number }, signal);
      } else answer = await armed.read(host, script, signal);
      if (signal.aborted) return;
      const facts = { now: clock.now(), monotonic: clock.monotonic(), computerId: own, wanted, vm };
      await setState(entry, afterAnswer(entry.state, before, answer, facts));
      tell(entry, answer);
    }
  }

  function call(entry: Entry): Promise<void> {
    if (controller === null) return Promise.resolve();
    const { signal } = controller;
    entry.busy ??= limit(() => talk(entry, signal))
      .catch((error) => log.error('armed.internal_error', describeInternalError(error)))
      .finally(() => {
        entry.busy = null;
        schedule();
      });
    return entry.busy;
  }

  /** As in the settings. */
  function mark(entry: Entry | undefined, isNow: boolean): void {
    if (!entry?.state.record) return;
    const { isEnded: _, ...record } = entry.state.record;
    entry.state = { ...entry.state, record: isNow ? { ...record, isEnded: true } : record };
  }

  /** A change is sent at once. */
  function renew(entry: Entry): void {
    const told = entry.state.told.filter((key) => key.startsWith('refused'));
    entry.state = { ...entry.state, problem: null, nextAt: Number.NEGATIVE_INFINITY, told };
  }

  /** Calls it if it is due. Returns ms until it is due; null: it waits for something else. */
  function callIfDue(entry: Entry): number | null {
    const { state, wanted, busy } = entry;
    if (busy !== null) return null;
    if (placeOf(entry) === null) {
      if (state.problem === null && !isSettled(state, wanted))
        entry.state = { ...state, problem: { kind: 'waiting' } };
      return null;
    }
    const wait = state.nextAt - clock.monotonic();
    if (wait > 0) return wait;
    void call(entry);
    return null;
  }

  /** Notices what is wanted now. Returns whether something is known or wanted of its VM. */
  function isNeeded(key: string, entry: Entry): boolean {
    const wanted = wantedOf(key);
    const isChanged = !isDeepStrictEqual(wanted, entry.wanted);
    entry.wanted = wanted;
    if (isChanged) renew(entry);
    const { record, other } = entry.state;
    const isOnVm = autoStops.states.get(key)?.autoStop.onVm === true;
    return isOnVm || record !== null || other !== null;
  }

  function schedule(): void {
    timer.clear();
    if (controller === null) return;
    for (const { autoStop } of autoStops.states.values()) if (autoStop.onVm) entryOf(autoStop);
    const seen = new Set(watched().map(entryOf));
    const needed = [...entries].filter(([key, entry]) => isNeeded(key, entry) || seen.has(entry));
    const kept = new Set(needed.map(([, entry]) => entry));
    for (const [key, entry] of entries)
      if (!kept.has(entry) && entry.busy === null) entries.delete(key);
    const waits = [...kept].flatMap((entry) => callIfDue(entry) ?? []);
    if (waits.length > 0) timer.set(Math.min(...waits), schedule);
    autoStops.publish();
  }

  return {
    schedule,
    /** Takes what the settings file says, where another program has changed it. */
    show({ armed: records = [] }: Settings): void {
      if (isDeepStrictEqual(records, stored)) return;
      const isGone = ({ accountId, vmId }: VmRef) =>
        !records.some((record) => keyOf(record) === keyOf({ accountId, vmId }));
      for (const record of stored.filter(isGone)) {
        const entry = entries.get(keyOf(record));
        if (entry?.busy === null && entry.state.record !== null) entry.state = newArmed(null);
      }
      stored = records;
      for (const record of records) {
        const entry = entryOf(record);
        if (entry.busy === null && !isDeepStrictEqual(entry.state.record, record))
          entry.state = newArmed(record);
      }
    },
    /** The line about a VM's own stop, with or without an auto-stop; null: none. */
    shownOf(key: string, autoStop: AutoStop | undefined): ShownAutoStop | null {
      const entry = entries.get(key);
      const { accountId } = entry?.vm ?? autoStop ?? { accountId: '' };
      const account = findAccount(store.get(), accountId);
      const shown = autoStop === undefined ? null : asShown(autoStop, account?.can);
      const name = account === undefined ? 'its provider' : PROVIDERS[account.provider].name;
      const provider = { name, isProven: account?.stopsInside === true };
      const { record = null, problem = null, other = null } = entry?.state ?? {};
      // A reminder is no end that a VM could keep.
      const stop = shown?.kind === 'stop' ? autoStop : undefined;
      const view = armedView(stop, record, { problem, other, provider }, clock.now());
      const vm = autoStop ?? entry?.vm;
      return view === null || vm === undefined ? shown : { ...vm, ...view, kind: 'stop' };
    },
    keys: (): Iterable<string> => entries.keys(),
    /** The VM confirmed the end of its auto-stop. */
    isArmed({ autoStop }: AutoStopState): boolean {
      const wanted = onVmLimit(autoStop);
      const entry = entries.get(keyOf(autoStop));
      return wanted !== null && entry !== undefined && isSettled(entry.state, wanted);
    },
    /** How a VM that is stopped now came to that; null: not by itself. */
    selfStop(vm: VmRef, stoppedAt: number | null) {
      const entry = entries.get(keyOf(vm));
      return entry === undefined ? null : selfStopOf(entry.state, stoppedAt, clock.now());
    },
    /** Its auto-stop is over, and was not removed by the user. */
    leave: (key: string) => mark(entries.get(key), true),
    /** The user has set or removed its auto-stop. @param mayReplace what another computer armed */
    changed(vm: NamedVm, mayReplace = false): void {
      const entry = entries.get(keyOf(vm));
      mark(entry, false);
      if (entry !== undefined) {
        entry.state = { ...entry.state, mayReplace };
        renew(entry);
      }
      schedule();
    },
    /** Calls the VMs of an account that may stop themselves now. Returns those that still may. */
    async settle(accountId: string): Promise<readonly NamedVm[]> {
      const own = [...entries.values()].filter(({ vm }) => vm.accountId === accountId);
      for (const entry of own) mark(entry, false);
      await Promise.all(own.map(({ busy }) => busy));
      schedule();
      await Promise.all(own.filter(({ state }) => state.record !== null).map(call));
      return own.filter(({ state }) => state.record !== null).map(({ vm }) => vm);
    },
    /** After each poll. */
    async listed(): Promise<void> {
      if (controller === null) return;
      for (const [key, entry] of entries) {
        const next = afterList(entry.state, autoStops.listed(entry.vm), clock.now());
        if (next.record === null && entry.state.record !== null) {
          const topic = `armed ${key}`;
          store.apply(withNoticesIf(store.core(), (_, other) => other !== topic));
        }
        if (next !== entry.state) await setState(entry, next);
        tell(entry);
      }
      schedule();
    },
    pause(): void {
      controller?.abort();
      controller = null;
      timer.clear();
    },
    resume(): void {
      controller = new AbortController();
      for (const entry of entries.values()) renew(entry);
      schedule();
    },
  };
}

export type Armed = ReturnType<typeof createArmed>;
