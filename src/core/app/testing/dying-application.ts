import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/settings/preferences.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { createOutboxFile, type Notification } from '../../events/index.ts';
import { silentLog } from '../../log.ts';
import type { MonitorEvents, PollReport } from '../../monitor/index.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { startHistory } from '../history/history.ts';
import { applyAccounts, applyPreferences } from '../kernel/apply-poll.ts';
import { startDelivery } from '../kernel/deliver.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startPolling } from '../polling/polling.ts';

// The parts of the application that keep alerts and history, with one poll after the other until it is killed. Prints each poll
// that was recorded and each notification. Arguments: the folder, and the time of the first poll.

// No end of its own: a normal exit would write the compiled code for the next start.
flushCompileCache();
const [folder = '', start = ''] = process.argv.slice(2);
const POLL_MS = 30_000;

const account: AppAccount = makeAccount({ id: 'a', baseUrl: 'https://x/' });
let now = Number(start);
const clock = { now: () => now, monotonic: () => now, after: () => () => {} };
// Not buffered: what was printed stays printed when the process is killed.
const print = (line: string) => writeSync(1, `${line}\n`);

const store = createStateStore(initialState(environment, now));
const preferences = { ...DEFAULT_PREFERENCES, hourlyRate: { isOn: true, limit: 3 } };
store.apply(applyPreferences(store.core(), preferences, now).core);
store.apply(applyAccounts(store.core(), [account]));
const monitor = {
  events: new EventEmitter<MonitorEvents>(),
  refresh: async () => null,
  adapt() {},
  suspend() {},
  resume() {},
  stop() {},
};
const desktop = {
  notify: ({ title, events }: Notification) => print(`notified ${events?.[0]?.at} ${title}`),
};
const file = createOutboxFile(join(folder, 'alerts.json'), silentLog);
const settings = { update: async () => DEFAULT_SETTINGS };
const newId = randomUUID;
const delivery = await startDelivery({
  store,
  settings,
  loaded: DEFAULT_SETTINGS,
  file,
  log: silentLog,
  clock,
  desktop,
  newId,
});
const polling = startPolling({
  store,
  monitor,
  usageReports: { refresh: async () => {} },
  keychain: { recheck() {} },
  ...delivery,
  clock,
});
const history = startHistory({ store, path: join(folder, 'history.db'), clock, log: silentLog });

let before = UNKNOWN_STATE;
for (; ; now += POLL_MS) {
  // Above the limit for four polls, then below it for four.
  const perHour = Math.floor(now / POLL_MS / 4) % 2 === 0 ? 4 : 1;
  const after = { ...UNKNOWN_STATE, spend: { value: makeSpend({ perHour }), problem: null } };
  const report: PollReport = {
    ...{ accountId: 'a', before, after, events: [] },
    ...{ hasFailed: false, asOf: now, isAfterWake: false },
  };
  before = after;
  polling.polled?.(report);
  delivery.polled(report);
  // Between two real polls there is time for both.
  await Promise.all([history.polled(report), delivery.stop()]);
  print(`recorded ${now}`);
  await setImmediate();
}
