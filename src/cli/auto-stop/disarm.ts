import { type Settings, type SettingsFile, withOnVm } from '../../core/settings/index.ts';
import type { Ssh, SshHost } from '../../core/ssh/index.ts';
import type { ArmedRecord } from '../../shared/auto-stop/armed-record.ts';
import { stillStopsText } from '../../shared/auto-stop/armed-view.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { confirmTyped } from '../read-line.ts';
import type { Context } from '../user.ts';
import { shownAutoStop } from './shown-auto-stop.ts';

interface DisarmPorts extends Pick<Context, 'clock' | 'input' | 'prompt' | 'signal' | 'warn'> {
  readonly settings: Settings;
  readonly file: Pick<SettingsFile, 'update'>;
  readonly armed: Pick<Ssh['armed'], 'disarm' | 'read'>;
  readonly hostOf: (record: ArmedRecord) => SshHost | undefined;
  /** The port's `stopFromInside`; undefined: the provider has none. */
  readonly script: string | undefined;
}

/** Whether the VM confirmed that nothing of this computer is armed there. */
async function disarm(record: ArmedRecord, ports: DisarmPorts): Promise<boolean> {
  const { settings, armed, hostOf, script, signal } = ports;
  const { computerId } = settings;
  const host = hostOf(record);
  if (host === undefined || script === undefined || computerId === undefined) return false;
  const read = await armed.read(host, script, signal);
  if (read.kind !== 'armed') return read.kind === 'none';
  const { number } = read.armed;
  if (read.armed.computerId !== computerId) return true;
  const answer = await armed.disarm(host, script, { computerId, number }, signal);
  return answer.kind === 'none';
}

/** Names the VMs of an account that stop themselves, also once it is signed out, and offers to disarm them. */
export async function offerToDisarm(accountId: string, ports: DisarmPorts): Promise<void> {
  const { settings, clock, input, warn } = ports;
  const now = clock.now();
  const armed = (settings.armed ?? []).filter((record) => record.accountId === accountId);
  const textOf = (record: ArmedRecord) => {
    const stops = shownAutoStop(settings, record)?.armed?.stops;
    return stops ? stillStopsText(record.name, stops, now) : null;
  };
  const texts = armed.flatMap((record) => textOf(record) ?? []);
  for (const text of texts) warn(text);
  if (texts.length === 0 || !input.isTTY) return;
  if (!(await confirmTyped(messages.disarm, 'yes', ports))) return;
  // The app, if it runs, arms them again otherwise.
  await ports.file.update(withOnVm((autoStop) => autoStop.accountId === accountId, false));
  for (const record of armed) warn(messages.disarmed(record.name, await disarm(record, ports)));
}
