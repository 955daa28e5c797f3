import { confirmVm } from '../../core/monitor/index.ts';
import {
  exists,
  type HostUpdate,
  keyOf,
  type Ssh,
  type SshHost,
  sshLoginsOf,
  sshVmsOf,
} from '../../core/ssh/index.ts';
import { attempt, UserError } from '../../core/user-error.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { loginHost, type Vm, vmName } from '../../shared/domain/vm.ts';
import { serviceName } from '../../shared/providers/providers.ts';
import { notRunning } from '../../shared/vms/login-ways.ts';
import { type StatusSource, withSources } from '../accounts/sources.ts';
import { CommandError, EXIT } from '../errors.ts';
import * as messages from '../messages.ts';
import { problemExitCode, problemLine } from '../problems.ts';
import { type Context, openUserSsh } from '../user.ts';
import { type Candidate, findTypedVm } from './find-vm.ts';
import { storedHosts } from './host-files.ts';

export interface LoginSearch extends Context {
  readonly typed: string;
  readonly ssh: Ssh;
  readonly sources: readonly StatusSource[];
  /** As with `ssh`, an alias is enough: a list of hundreds would delay the login. */
  readonly isLogin?: boolean;
}

export interface FoundVm extends Candidate {
  readonly account: StatusSource;
}

type Found = FoundVm & { readonly host: SshHost };

const foundAt = (host: SshHost, vm: Vm | null, account: StatusSource): Found => ({
  ...{ host, vmId: host.vmId, alias: host.alias },
  ...{ vm, account },
});

export const foundName = ({ alias, vmId, vm }: FoundVm) =>
  alias ?? (vm === null ? vmId : vmName(vm));

export const foundJson = ({ vmId, alias, vm, account }: FoundVm) => ({
  ...{ id: vmId, alias, label: vm === null ? null : vmName(vm) },
  ...{ account: account.label, accountName: account.name, provider: account.provider },
});

/** The answer of an account; a problem is a warning unless it is expected. @throws the signal's reason */
async function ask<T>(
  account: StatusSource,
  request: Promise<T>,
  { sources, warn, clock, signal }: LoginSearch,
  expected: Problem['kind'] | null = null,
) {
  const answer = await attempt(request, signal);
  const { problem } = answer;
  const prefix = sources.length > 1 ? `${account.name}: ` : '';
  if (problem !== null && problem.kind !== expected)
    warn(`${prefix}${problemLine(problem, { now: clock.now() })}`);
  return answer;
}

async function listVms(account: StatusSource, search: LoginSearch) {
  const { value, problem } = await ask(account, account.client.listVms(search.signal), search);
  return { ...account, vms: value?.vms ?? [], isComplete: value?.isComplete ?? false, problem };
}

function write(
  { ssh, sources, settings }: LoginSearch,
  listings: Parameters<typeof sshVmsOf>[0],
  gone: HostUpdate['gone'],
) {
  const vms = sshVmsOf(listings, sshLoginsOf(settings.current));
  return ssh.hosts.update({ vms, gone, accountIds: sources.map(({ id }) => id) });
}

/** @param stored the VM that has the alias in the SSH files, or had it until now */
async function findListed(search: LoginSearch, stored: SshHost | null): Promise<Found> {
  const { typed, sources, signal, warn, isLogin } = search;
  const listings = await Promise.all(sources.map((account) => listVms(account, search)));
  const listed = new Map(
    listings.flatMap(({ id, vms }) => vms.map((vm) => [keyOf({ accountId: id, vmId: vm.id }), vm])),
  );
  const isGone = async (host: SshHost) => {
    const account = listings.find(({ id }) => id === host.accountId);
    // A list that cannot be read says nothing of a VM.
    if (account === undefined || account.problem !== null || listed.has(keyOf(host))) return false;
    return (await confirmVm(account.client, host.vmId, signal)) === 'gone';
  };
  const gone = listings.flatMap(({ id: accountId, vms }) =>
    vms.filter((vm) => !exists(vm)).map((vm) => ({ accountId, vmId: vm.id })),
  );
  const isStoredGone = stored !== null && (await isGone(stored));
  const writing = write(search, listings, isStoredGone ? [...gone, stored] : gone);
  const hosts = await writing.catch((error: unknown) => {
    // A stop does not need the files.
    if (isLogin || stored === null || !(error instanceof UserError)) throw error;
    warn(error.message);
    return [stored];
  });
  const candidates = hosts.flatMap((host) => {
    const account = listings.find(({ id }) => id === host.accountId);
    if (account === undefined) return [];
    const vm = listed.get(keyOf(host)) ?? null;
    // A VM outside of the list counts by its alias alone: another VM may have the label.
    if (vm === null && account.isComplete && host.alias !== typed) return [];
    return foundAt(host, vm, account);
  });
  // An account that could not be listed may have the VM.
  const [problem] = listings.flatMap((account) => account.problem ?? []);
  const found = findTypedVm(typed, candidates, problem && problemExitCode(problem));
  if (found.vm === null) warn(messages.ssh.lastKnown(found.host.alias));
  return found;
}

/** The VM with the alias in the SSH files; null: gone, or named otherwise now. */
async function findStored(search: LoginSearch, stored: SshHost): Promise<Found | null> {
  const { typed, warn, signal, sources } = search;
  const account = sources.find(({ id }) => id === stored.accountId);
  if (account === undefined) return null;
  const request = account.client.getVm(stored.vmId, signal);
  const { value: vm, problem } = await ask(account, request, search, 'notFound');
  if (problem?.kind === 'notFound') return null;
  if (vm === null) {
    warn(messages.ssh.lastKnown(stored.alias));
    return foundAt(stored, vm, account);
  }
  // Another VM may have the alias now, such as one created in its place.
  if (!exists(vm)) return null;
  const hosts = await write(search, [{ ...account, vms: [vm] }], []);
  const host = hosts.find((one) => keyOf(one) === keyOf(stored));
  return host?.alias === typed ? foundAt(host, vm, account) : null;
}

/** Looks up a VM at the service, and brings the SSH files up to date. @throws CommandError, the signal's reason */
export async function findVm(search: LoginSearch): Promise<Found> {
  const { ssh, typed, isLogin } = search;
  const stored = (await storedHosts(ssh)).find(({ alias }) => alias === typed) ?? null;
  const known = isLogin && stored !== null ? await findStored(search, stored) : null;
  return known ?? findListed(search, stored);
}

/** Runs with a VM of the stored accounts. @throws CommandError, the signal's reason */
export async function withVm<T>(
  typed: string,
  context: Context,
  run: (found: FoundVm) => Promise<T>,
): Promise<T> {
  const ssh = await openUserSsh(context);
  return withSources(null, context, async (sources) =>
    run(await findVm({ ...context, typed, ssh, sources })),
  );
}

export const noAddress = ({ alias }: SshHost) =>
  new CommandError(EXIT.outOfDate, messages.ssh.noAddress(alias));

/** When the service does not answer, the stored address is used: the VM may be reachable all the same. @throws CommandError */
export async function loginOf(search: LoginSearch): Promise<SshHost> {
  const { host, vm, account } = await findVm({ ...search, isLogin: true });
  const obstacle = vm && notRunning(vm);
  if (obstacle !== null) throw new CommandError(EXIT.outOfDate, obstacle.join(' '));
  if (host.address !== null) return host;
  if (vm === null || loginHost(vm) === null) throw noAddress(host);
  const message = messages.ssh.invalidAddress(host.alias, serviceName([account]));
  throw new CommandError(EXIT.outOfDate, message);
}
