import { execFile } from 'node:child_process';

const WATCHER = 'org.kde.StatusNotifierWatcher';
/** Before the host records what the app starts. */
const run = execFile;

/** Resolves to the answer; null: none. */
function call(method: string, ...strings: readonly string[]): Promise<string | null> {
  const given = strings.map((each) => `string:${each}`);
  const args = ['--session', '--print-reply', `--dest=${WATCHER}`, '/StatusNotifierWatcher'];
  return new Promise((resolve) => {
    run('dbus-send', [...args, method, ...given], (error, stdout) =>
      resolve(error === null ? stdout : null),
    );
  });
}

/** Icons of this process so far: Chromium names each by its number. */
let icons = 0;

/**
 * Registers an icon with the desktop's watcher, as Chromium does once for each tray (`status_icon_linux_dbus.cc`). Resolves to
 * whether the desktop shows it; without a session bus, this host does.
 */
export async function registerIcon(): Promise<boolean> {
  icons += 1;
  const bus = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (process.platform !== 'linux' || !bus.startsWith('unix:')) return true;
  const property = 'IsStatusNotifierHostRegistered';
  const hasHost = await call('org.freedesktop.DBus.Properties.Get', WATCHER, property);
  if (hasHost === null || !hasHost.includes('boolean true')) return false;
  const name = `org.freedesktop.StatusNotifierItem-${process.pid}-${icons}`;
  return (await call(`${WATCHER}.RegisterStatusNotifierItem`, name)) !== null;
}
