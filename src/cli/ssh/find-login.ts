import type { Account, Accounts } from '../../core/accounts/index.ts';
import { unlessAborted } from '../../core/clock.ts';
import type { AccountClient } from '../../core/providers/index.ts';
import {
  exists,
  keyOf,
  type Ssh,
  type SshHost,
  sshLoginsOf,
  sshVmsOf,
} from '../../core/ssh/index.ts';
import { ProblemError } from '../../core/user-error.ts';
import { type Problem, type Vm, vmName } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import type { SshLogins } from '../../shared/ssh/ssh-state.ts';
import { CommandError, EXIT } from '../errors.ts';
import { endClients } from '../interruption.ts';
import * as messages from '../messages.ts';
import { problemLine } from '../problems.ts';
import type { Context, UserSettings } from '../user.ts';
import { storedHosts, updateHosts } from './host-files.ts';
import { ambiguous, noAddress, noSuchVm, requireRunning } from './login-errors.ts';
import { matchVm } from './match-vm.ts';

export interface LoginSearch extends Pick<Context, 'clock' | 'warn' | 'signal'> {
  readonly typed: string;
  readonly ssh: Ssh;
  readonly accounts: Accounts;
  readonly settings: Pick<UserSettings, 'current'>;
  /** As with `ssh`, an alias is enough: a list of hundreds would delay the login. */
  readonly isLogin?: boolean;
}

export interface FoundLogin {
  readonly host: SshHost;
  /** The SSH files are up to date; otherwise the command must carry all options. */
  readonly isWritten: boolean;
}

/** `vm`: null: the service did not answer. */
type Found = FoundLogin & { readonly vm: Vm | null };

type OpenAccount = Account & { readonly client: AccountClient };

export type FoundVm = Found & { readonly account: OpenAccount };

interface Search extends LoginSearch {
  readonly opened: readonly OpenAccount[];
  readonly accountIds: readonly string[];
  readonly logins: SshLogins;
}

function warnOf({ opened, warn, clock }: Search, account: OpenAccount, problem: Problem): void {
  const prefix = opened.length > 1 ? `${printable(account.label)}: ` : '';
  warn(`${prefix}${problemLine(problem, { now: clock.now() })}`);
}

function problemOf(error: unknown, signal: AbortSignal): Problem {
  signal.throwIfAborted();
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

async function listVms(account: OpenAccount, signal: AbortSignal) {
  try {
    const { items, isComplete } = await account.client.listVms(signal);
    return { ...account, vms: items, isComplete, problem: null };
  } catch (error) {
    return { ...account, vms: [], isComplete: false, problem: problemOf(error, signal) };
  }
}

/** The VM that had the alias, and now is gone or has another alias. */
interface Former {
  readonly host: SshHost;
  readonly isGone: boolean;
}

async function findInAllAccounts(search: Search, former: Former | null): Promise<Found> {
  const { typed, ssh, logins, opened, accountIds, signal, warn } = search;
  const listings = await Promise.all(opened.map((account) => listVms(account, signal)));
  for (const account of listings)
    if (account.problem !== null) warnOf(search, account, account.problem);
  const listed = listings.flatMap(({ id, vms }) =>
    vms.map((vm) => ({ accountId: id, vmId: vm.id, vm })),
  );
  const gone = listed.filter(({ vm }) => !exists(vm));
  const isRead = ({ accountId }: SshHost) =>
    listings.some(({ id, problem }) => id === accountId && problem === null);
  const updated = await updateHosts(ssh, {
    vms: sshVmsOf(listings, logins),
    // A list that cannot be read says nothing of a VM that was not found.
    gone: former?.isGone && isRead(former.host) ? [...gone, former.host] : gone,
    accountIds,
  });
  if (!updated.ok) throw new CommandError(EXIT.outOfDate, updated.message);
  const candidates = updated.hosts.flatMap((host) => {
    const account = listings.find(({ id }) => id === host.accountId);
    if (account === undefined) return [];
    const vm = listed.find((one) => keyOf(one) === keyOf(host))?.vm ?? null;
    const key = `${account.baseUrl} ${host.vmId}`;
    const isFormer = vm === null && account.isComplete;
    return { host, alias: host.alias, vm, key, account: account.label, isFormer };
  });
  const [found, ...others] = matchVm(typed, candidates);
  if (found === undefined)
    throw noSuchVm(typed, {
      hosts: updated.hosts,
      former: former?.host ?? null,
      problems: listings.flatMap(({ problem }) => problem ?? []),
    });
  if (others.length > 0) throw ambiguous(typed, [found, ...others]);
  if (found.vm === null) warn(messages.ssh.lastKnown(found.host.alias));
  return { host: found.host, isWritten: true, vm: found.vm };
}

async function findStored(search: Search, account: OpenAccount, stored: SshHost): Promise<Found> {
  const { typed, ssh, logins, accountIds, warn, signal } = search;
  let vm: Vm | null;
  try {
    vm = await account.client.getVm(stored.vmId, signal);
  } catch (error) {
    const problem = problemOf(error, signal);
    if (problem.kind !== 'notFound') {
      warnOf(search, account, problem);
      warn(messages.ssh.lastKnown(stored.alias));
      return { host: stored, isWritten: true, vm: null };
    }
    vm = null;
  }
  // Another VM may have the alias now, such as one created in its place.
  if (vm === null || !exists(vm)) return findInAllAccounts(search, { host: stored, isGone: true });
  const vms = sshVmsOf([{ ...account, vms: [vm] }], logins);
  const updated = await updateHosts(ssh, { vms, gone: [], accountIds });
  if (!updated.ok) {
    warn(updated.message);
    const { address = null, login = stored.login } = vms[0] ?? {};
    return { host: { ...stored, address, login }, isWritten: false, vm };
  }
  const host = updated.hosts.find((one) => keyOf(one) === keyOf(stored));
  return host?.alias === typed
    ? { host, isWritten: true, vm }
    : findInAllAccounts(search, { host: stored, isGone: false });
}

/** Whether the typed alias is also the label of another VM. */
async function isLabelOfAnother({ typed, opened, signal }: Search, stored: SshHost) {
  const listings = await Promise.all(opened.map((account) => listVms(account, signal)));
  return listings.some(({ vms }) =>
    vms.some((vm) => vmName(vm) === typed && exists(vm) && vm.id !== stored.vmId),
  );
}

async function find(search: Search): Promise<Found> {
  const stored = (await storedHosts(search.ssh)).find(({ alias }) => alias === search.typed);
  const account = search.opened.find(({ id }) => id === stored?.accountId);
  return stored === undefined ||
    account === undefined ||
    (!search.isLogin && (await isLabelOfAnother(search, stored)))
    ? findInAllAccounts(search, null)
    : findStored(search, account, stored);
}

/** Looks up a VM at the service, brings the SSH files up to date, and runs with it. @throws CommandError, the signal's reason */
export async function withFoundVm<T>(
  search: LoginSearch,
  run: (found: FoundVm) => T | Promise<T>,
): Promise<T> {
  const { accounts, settings, signal, clock } = search;
  const stored = await unlessAborted(accounts.list(), signal);
  if (stored.length === 0) throw new CommandError(EXIT.signedOut, messages.account.signInFirst);
  const opened = stored.map((account) => ({ ...account, client: accounts.open(account) }));
  const accountIds = opened.map(({ id }) => id);
  const logins = sshLoginsOf(settings.current);
  try {
    const found = await unlessAborted(find({ ...search, opened, accountIds, logins }), signal);
    const account = opened.find(({ id }) => id === found.host.accountId);
    if (account === undefined) throw new Error('found a VM of an account that is not stored');
    return await run({ ...found, account });
  } finally {
    const clients = opened.map(({ client }) => client);
    await endClients(clients, clock);
  }
}

/** When the service does not answer, the stored address is used: the VM may be reachable all the same. @throws CommandError */
export function findLogin(search: LoginSearch): Promise<FoundLogin> {
  return withFoundVm({ ...search, isLogin: true }, (found) => {
    const { host, isWritten, vm } = found;
    if (vm !== null) requireRunning(vm);
    if (host.address === null) throw noAddress(host, found);
    return { host, isWritten };
  });
}
