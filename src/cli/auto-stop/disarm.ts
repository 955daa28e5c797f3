import { type SettingsFile, withoutTimers } from '../../core/settings/index.ts';
import { keyOf, type Ssh, type SshHost } from '../../core/ssh/index.ts';
import type { VmTimer } from '../../shared/auto-stop/vm-timer.ts';
import { stillStopsText } from '../../shared/auto-stop/vm-timer-view.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { confirmTyped } from '../read-line.ts';
import type { Context, UserSettings } from '../user.ts';
import { storedAutoStop } from './shown-auto-stop.ts';

interface DisarmPorts extends Pick<Context, 'clock' | 'input' | 'prompt' | 'signal' | 'warn'> {
  readonly settings: Pick<UserSettings, 'current'> & {
    readonly file: Pick<SettingsFile, 'update'>;
  };
  readonly callTimer: Ssh['callTimer'];
  readonly hosts: readonly SshHost[];
  /** The port's `stopFromInside`; undefined: the provider has none. */
  readonly script: string | undefined;
}

/** Whether the VM confirmed that it has no timer. */
async function clear(timer: VmTimer, { callTimer, hosts, script, signal }: DisarmPorts) {
  const host = hosts.find((one) => keyOf(one) === keyOf(timer));
  if (host === undefined || script === undefined) return false;
  return (await callTimer(host, script, 'clear', signal)).kind === 'none';
}

/** Names the VMs of an account that stop themselves, also once it is signed out, and offers to clear their timers. */
export async function offerToDisarm(accountId: string, ports: DisarmPorts): Promise<void> {
  const { clock, input, warn } = ports;
  const { current, file } = ports.settings;
  const isOwn = (timer: VmTimer) => timer.accountId === accountId && timer.by === undefined;
  const timers = (current.armed ?? []).filter(isOwn);
  const texts = timers.flatMap((timer) => {
    const stops = storedAutoStop(current, timer, {})?.armed?.stops;
    return stops ? [stillStopsText(timer.name, stops, clock.now())] : [];
  });
  for (const text of texts) warn(text);
  if (texts.length === 0 || !input.isTTY) return;
  if (!(await confirmTyped(messages.disarm, 'yes', ports))) return;
  // The app, if it runs, sets them again otherwise.
  await file.update(withoutTimers((vm) => vm.accountId === accountId));
  for (const timer of timers) warn(messages.disarmed(timer.name, await clear(timer, ports)));
}
