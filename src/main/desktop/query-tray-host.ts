import type { RunProgram } from '../../core/run-with-timeout.ts';
import { type BusCall, callBus, texts } from '../../core/session-bus.ts';

/** Linux shows no tray icons, icons without ours, or ours. */
export type TrayAnswer = 'noHost' | 'host' | 'icon';

/** The bus name and the interface of the program that knows the tray icons. */
const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';

/** All properties at once, since each question costs a process. */
const PROPERTIES: BusCall = {
  destination: WATCHER,
  path: '/StatusNotifierWatcher',
  input: texts(WATCHER),
  method: `${BUS}.Properties.GetAll`,
};

/** Asks the bus as Chromium does (`status_icon_linux_dbus.cc`). @param icon its number in this process, which ends its name @returns null: no answer */
export async function queryTrayHost(
  run: RunProgram,
  pid: number,
  icon: number,
): Promise<TrayAnswer | null> {
  const outcome = await callBus(run, PROPERTIES);
  if (outcome.state === 'failed')
    return /was not provided|has no owner/.test(outcome.stderr) ? 'noHost' : null;
  if (outcome.state !== 'done') return null;
  const [, isHost] =
    /"IsStatusNotifierHostRegistered"(?:\s+variant\s+boolean |:{"type":"b","data":)(true|false)/.exec(
      outcome.stdout,
    ) ?? [];
  if (isHost === undefined) return null;
  if (isHost === 'false') return 'noHost';
  const name = `org.freedesktop.StatusNotifierItem-${pid}-${icon}`;
  if (new RegExp(`"${name}["/@]`).test(outcome.stdout)) return 'icon';
  // A GNOME extension that was restarted lists icons by their connections, such as `:1.42@/StatusNotifierItem`.
  if (!outcome.stdout.includes('":1.')) return 'host';
  const owner = await callBus(run, {
    destination: BUS,
    path: '/',
    input: texts(name),
    method: `${BUS}.GetNameOwner`,
  });
  if (owner.state !== 'done') return 'host';
  const [connection] = /:1\.\d+/.exec(owner.stdout) ?? [];
  const isListed =
    connection !== undefined && new RegExp(`"${connection}[@/]`).test(outcome.stdout);
  return isListed ? 'icon' : 'host';
}
