import { unlessAborted } from '../../core/clock.ts';
import { withoutTimers } from '../../core/settings/index.ts';
import { type CallVm, keyOf } from '../../core/ssh/index.ts';
import type { VmTimer } from '../../shared/auto-stop/vm-timer.ts';
import { stillStopsText } from '../../shared/auto-stop/vm-timer-view.ts';
import type { VmRef } from '../../shared/ssh/ssh-state.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { withHistory } from '../history/user-history.ts';
import * as messages from '../messages.ts';
import { autoStop } from '../operations/messages.ts';
import { confirmTyped } from '../read-line.ts';
import { forgetSignedOut, storedHosts } from '../ssh/host-files.ts';
import { type CommandOf, type Context, openUserSsh, withAccounts } from '../user.ts';
import { storedAccount } from './sources.ts';

interface DisarmPorts extends Context {
  /** Null: the VM can’t be called for its timer. */
  readonly callerOf: (vm: VmRef) => CallVm | null;
}

/** Names the VMs of an account that stop themselves, also once it is signed out, and offers to clear their timers. */
export async function offerToDisarm(accountId: string, ports: DisarmPorts): Promise<void> {
  const { clock, input, warn, signal } = ports;
  const { current, file } = ports.settings;
  const isOwn = (timer: VmTimer) => timer.accountId === accountId && timer.by === undefined;
  const timers = (current.armed ?? []).filter(isOwn);
  const texts = timers.flatMap(({ name, held }) =>
    held ? [stillStopsText(name, held, clock.now())] : [],
  );
  for (const text of texts) warn(text);
  if (texts.length === 0 || !input.isTTY) return;
  if (!(await confirmTyped(autoStop.disarm, 'yes', ports))) return;
  // The app, if it runs, sets them again otherwise.
  await file.update((settings) => withoutTimers(settings, accountId));
  for (const timer of timers) {
    const answer = await ports.callerOf(timer)?.('clear', signal);
    warn(autoStop.disarmed(timer.name, answer?.kind === 'none'));
  }
}

export async function runLogout(command: CommandOf<'logout'>, context: Context): Promise<ExitCode> {
  const { terminal, signal, warn, settings } = context;
  return withAccounts(context, async (accounts) => {
    const account = storedAccount(await accounts.list(), command.account);
    const ssh = await openUserSsh(context);
    // Before the sign-out: afterwards nothing tells the VMs of the account.
    const client = accounts.open(account);
    const script = client.stopFromInside;
    const hosts = await storedHosts(ssh);
    const callerOf = (vm: VmRef) => {
      const host = hosts.find((one) => keyOf(one) === keyOf(vm));
      return host && script !== undefined ? ssh.callerOf(host, script) : null;
    };
    const clearing = offerToDisarm(account.id, { ...context, callerOf });
    await unlessAborted(clearing, signal);
    client.close();
    const problem = await unlessAborted(accounts.signOut(account.id), signal);
    if (problem !== null)
      throw new CommandError(EXIT.signedOut, messages.account.stillStored(account.label, problem));
    terminal.out(`${messages.account.signedOut(account.label)}\n`);
    const left = await accounts.list();
    await unlessAborted(forgetSignedOut(ssh, left, warn), signal);
    const ids = left.map(({ id }) => id);
    await withHistory(settings, (history) => history?.keepOnly(ids), false);
    return EXIT.fresh;
  });
}
