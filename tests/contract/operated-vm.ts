import { readFileSync } from 'node:fs';
import { CredentialError } from '../../src/core/accounts/index.ts';
import { type Notification, RefusalError } from '../../src/core/app/index.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { startOperations } from '../../src/core/app/operations/operations.ts';
import { showingEach } from '../../src/core/events/testing/group-of.ts';
import { silentLog } from '../../src/core/log.ts';
import {
  type AccountClient,
  createAccountClient,
  createKeySession,
  parseBaseUrl,
  parseProfile,
} from '../../src/core/providers/index.ts';
import { createRentalClient } from '../../src/core/providers/rental/client.ts';
import { Secret } from '../../src/core/secret.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/core/settings/index.ts';
import type { ServiceProfile, VmOperation } from '../../src/shared/domain/service-profile.ts';
import { pendingLabel } from '../../src/shared/operations/pending.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { simulate } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const PROFILE = readFileSync(new URL('../../simulator/profile.json', import.meta.url), 'utf8');
const PATHS: Readonly<Record<VmOperation, string>> = {
  start: 'PUT /machines/:vm_id/power/on',
  stop: 'PUT /machines/:vm_id/power/off',
  destroy: 'DELETE /machines/:vm_id',
};
export const ACCOUNT = 'mine';

/** An account with the simulator's profile, and its running VM, in simulated time. */
export async function operatedVm(scope: 'read_write' | 'read_only' = 'read_write') {
  const time = createSharedTime();
  const simulator = await simulate({ vms: 0 }, time.simulatorClock);
  time.observe(simulator);
  const { id: vmId } = simulator.control.createVm({ status: 'running' });
  const base = parseBaseUrl(simulator.baseUrl);
  const read = parseProfile(PROFILE);
  if (!base.ok || !read.ok) throw new Error('not readable');
  const { clock, fetch } = time;
  const network = { clock, fetch, log: silentLog, listMs: 60_000 };
  const key = new Secret(simulator.credentials[0].apiKeys[scope]);
  const clientWith = (profile: ServiceProfile) =>
    createAccountClient({ base: base.url, open: createRentalClient, profile }, network, {
      createSession: () => createKeySession(key),
    });
  const newClient = () => clientWith(read.profile);
  const client = newClient();
  const store = createStateStore({
    ...initialState(environment, time.now()),
    accounts: [makeAccount({ id: ACCOUNT, baseUrl: simulator.baseUrl, profile: read.profile })],
  });
  const notifications: Notification[] = [];
  const shownAtPolls: (string | null)[] = [];
  function shown() {
    const pending = store.get().operations[vmKey(ACCOUNT, vmId)];
    return pending === undefined ? null : pendingLabel(pending);
  }
  let isLocked = false;
  const getVm: typeof client.getVm = async (...args) => {
    if (isLocked) throw new CredentialError({ kind: 'keychainLocked' });
    return client.getVm(...args);
  };
  let file: Settings = DEFAULT_SETTINGS;
  const settings = {
    load: async () => file,
    async update(change: (settings: Settings) => Settings) {
      file = change(file);
      return file;
    },
  };
  let clients = new Map<string, AccountClient>();
  /** As the application does: the parts are started before the accounts. */
  function startApp() {
    clients = new Map();
    const part = startOperations({
      store,
      loaded: file,
      clients,
      monitor: {
        async refresh() {
          shownAtPolls.push(shown());
          return null;
        },
      },
      deliver: showingEach((shown) => void notifications.push(shown), store.get, clock.now),
      ...{ settings, settingsChanged() {}, clock, log: silentLog },
    });
    part.begin();
    clients.set(ACCOUNT, { ...client, getVm });
    part.accountsChanged();
    return part;
  }
  const operations = startApp();
  let running = operations;
  return {
    ...{ time, simulator, operations, notifications, store, vmId },
    /** Quits the app, lets time pass, and starts it again. */
    async restart(ms: number) {
      running.stop();
      store.set({ operations: {} });
      await time.pass(ms);
      running = startApp();
    },
    /** Signs in again, with another key; the one before no longer works. */
    signInAgain() {
      isLocked = true;
      clients.set(ACCOUNT, newClient());
      running.accountsChanged();
    },
    operate: (operation: VmOperation) =>
      operations.requests.operateVm({ accountId: ACCOUNT, vmId, operation }),
    /** Requests of the operation so far. */
    sent: (operation: VmOperation) =>
      simulator.control.state().requests.counts[PATHS[operation]] ?? 0,
    status: () => simulator.control.vms().find(({ id }) => id === vmId)?.status,
    shown,
    shownAtPolls,
    notice: () => store.get().notice,
  };
}

/** The request's outcome, in time that passes. */
export async function settled(
  { time }: Pick<Awaited<ReturnType<typeof operatedVm>>, 'time'>,
  request: Promise<void>,
): Promise<string> {
  let outcome = 'waiting';
  request.then(
    () => {
      outcome = 'accepted';
    },
    (error: unknown) => {
      outcome =
        error instanceof RefusalError ? Object.values(error.refusal).join(' | ') : 'internalError';
    },
  );
  for (let seconds = 0; outcome === 'waiting' && seconds < 300; seconds += 1)
    await time.pass(1_000);
  return outcome;
}
