import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { startWorld } from '../../../scripts/world/world.ts';
import type { FaultInput } from '../../../simulator/index.ts';
import { type Application, type Notification, RefusalError } from '../../../src/core/app/index.ts';
import type { Log } from '../../../src/core/log.ts';
import { loadDescription, loadProvider } from '../../../src/core/providers/index.ts';
import { vmsOf } from '../../../src/shared/domain/account-state.ts';
import type { VmOperation } from '../../../src/shared/domain/service-profile.ts';
import { pendingLabel } from '../../../src/shared/operations/pending.ts';
import type { ProviderId } from '../../../src/shared/providers/providers.ts';
import { vmKey } from '../../../src/shared/ssh/ssh-state.ts';
import type { Found } from '../leaks.ts';
import type { OddAnswer } from './odd.ts';
import { createOddAnswers } from './odd-answers.ts';

/** The requests of a provider's simulator. */
export interface Requests {
  readonly list: string;
  readonly stop: Readonly<Pick<FaultInput, 'method' | 'path'>>;
  /** The stop in the simulator's counts. */
  readonly stops: string;
}

export interface OwnOptions {
  readonly provider: ProviderId;
  readonly requests: Requests;
  /** A service profile of the simulator, for the one provider that has them. */
  readonly profile?: string;
}

export const profileOf = (url: string) => readFileSync(new URL(url, import.meta.url), 'utf8');

/** Seconds until a request must be answered. */
const PATIENCE = 1_000;

/** The whole application, signed in at a provider's simulator with one running VM, in simulated time. */
export async function startOwn({ provider, requests, profile }: OwnOptions) {
  // Imports take real time, in which simulated time would run on.
  await Promise.all([loadProvider(provider), loadDescription(provider)]);
  const world = await startWorld({ provider, vms: 0 });
  const { time, control } = world;
  const notifications: Notification[] = [];
  const found: Found[] = [];
  /** As text once a test reads it: most tests read none of it. */
  const note = (where: string) => (value: unknown) =>
    void found.push({
      where,
      get text() {
        return inspect(value, { depth: 20, showHidden: true });
      },
    });
  const log: Log = { debug: note('log'), info: note('log'), warn: note('log'), error: note('log') };
  const odd = createOddAnswers(time.fetch);
  const start = world.starter({
    log,
    fetch: odd.fetch,
    // As it crosses the bridge.
    onPush: (patch) =>
      void found.push({
        where: 'panel',
        get text() {
          return JSON.stringify(patch);
        },
      }),
    onCopied: note('copied'),
    onNotified(notification) {
      notifications.push(notification);
      note('notification')(notification);
    },
  });
  let application: Application = await start();
  onTestFinished(async () => {
    const { undocumented } = control.state().requests;
    await application.stop();
    await world.close();
    expect(undocumented, 'requests that the description does not allow').toEqual([]);
  });

  /** Its answer, in time that passes. */
  async function answer<T>(request: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = request.finally(() => {
      isSettled = true;
    });
    settled.catch(() => {});
    for (let seconds = 0; !isSettled && seconds < PATIENCE; seconds += 1) await time.pass(1_000);
    expect(isSettled, 'the request is answered').toBe(true);
    return settled;
  }

  const { id: vmId } = control.createVm({
    ...{ instance_label: 'train', gpu_count: 2, load: 'idle', status: 'running' },
  });
  const key = world.credentials[0].apiKeys.read_write;
  const account = { provider, baseUrl: world.baseUrl, key, accountId: null };
  const { accountId } = await answer(application.requests.signInWithKey(account));
  if (profile !== undefined)
    await answer(application.requests.changeAccount({ accountId, profile }));
  const refresh = () => answer(application.requests.refresh({ accountId: null }));
  await refresh();
  const state = () => application.state();
  const snapshot = () => state().snapshots[accountId];
  const vm = () => vmsOf(snapshot()).find(({ id }) => id === vmId);

  /** Resolves to the refusal's texts, or null. */
  async function operate(operation: VmOperation): Promise<string | null> {
    try {
      await answer(application.requests.operateVm({ accountId, vmId, operation }));
      return null;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      note('refusal')(error.refusal);
      return Object.values(error.refusal).join(' | ');
    }
  }

  return {
    ...{ time, control, requests, notifications, found, accountId, vmId, state, answer, refresh },
    ...{ provider, oddLeft: odd.left },
    /** In place of the provider's answer to the next request to that path. */
    answerOnce: (path: string, answer: OddAnswer) =>
      odd.add(answer, (url) => url.pathname === path),
    answerStopOnce: (id: string, answer: OddAnswer) =>
      odd.add(
        answer,
        ({ pathname }, method) => method === requests.stop.method && pathname.includes(id),
      ),
    /** The next list lacks the VM, and the request for it has that answer. */
    hideFromList: (answer: OddAnswer) => odd.hide(requests.list, vmId, answer),
    folder: world.folder,
    credentials: world.credentials,
    application: () => application,
    pass: (minutes: number) => time.pass(minutes * 60_000),
    vm,
    vms: () => snapshot()?.vms.value?.vms ?? null,
    problem: () => snapshot()?.vms.problem ?? null,
    /** Listed by the application. */
    phase() {
      const shown = vm();
      return shown === undefined ? null : shown.phase;
    },
    /** The operation that the panel shows. */
    pending() {
      const operation = state().operations[vmKey(accountId, vmId)];
      return operation === undefined ? null : pendingLabel(operation);
    },
    operate,
    stop: () => operate('stop'),
    can: (operation: VmOperation) => state().accounts.some(({ can }) => can.includes(operation)),
    setAutoStop: (when: string | null) =>
      answer(application.requests.setAutoStop({ accountId, vmId, when })),
    autoStops: () => Object.keys(state().autoStops).length,
    stopsSent: () => control.state().requests.counts[requests.stops] ?? 0,
    titles: () => notifications.map(({ title }) => title),
    fail: (path: string, fault: FaultInput['fault']) => control.addFault({ path, fault }),
    failStop: (fault: FaultInput['fault']) => control.addFault({ ...requests.stop, fault }),
    /** All that a user reads: state and notifications, as text. */
    said: () => [...found.map(({ text }) => text), inspect(state(), { depth: 20 })].join('\n'),
    async restart() {
      await application.stop();
      application = await start();
      await time.pass(1_000);
    },
  };
}

export type Own = Awaited<ReturnType<typeof startOwn>>;
