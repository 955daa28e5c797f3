import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './daemon.ts';
import { until } from './until.ts';

/**
 * Writes the configuration of a private session bus: its socket and its services lie in `dir`, so that it can start
 * neither the machine's own keyring nor a real password prompt.
 *
 * @returns the arguments that start the bus in the foreground, and its address
 */
export async function privateBus(
  dir: string,
): Promise<{ command: [string, ...string[]]; address: string; services: string }> {
  const address = `unix:path=${join(dir, 'bus')}`;
  const services = join(dir, 'services');
  const file = join(dir, 'bus.conf');
  await writeFile(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="service_start_timeout">300000</limit>
</busconfig>
`,
  );
  return {
    command: ['dbus-daemon', `--config-file=${file}`, '--nofork', '--nopidfile'],
    address,
    services,
  };
}

/** Resolves when the bus of that environment answers. A keyring daemon that starts sooner never finds it. */
export async function busAnswers(env: Readonly<Record<string, string>>): Promise<void> {
  const destination = '--dest=org.freedesktop.DBus';
  const method = ['--object-path=/', '--method=org.freedesktop.DBus.GetId'];
  await until('a session bus that answers', () =>
    run(['gdbus', 'call', '--session', destination, ...method], env).then(
      () => true,
      () => false,
    ),
  );
}
