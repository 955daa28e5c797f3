import type { Accounts, NetworkPorts } from '../../core/accounts/index.ts';
import type { Settings } from '../../core/settings/index.ts';
import {
  isThere,
  type LoginWishes,
  type Ssh,
  type SshHost,
  sshLoginsOf,
  sshVmsOf,
  vmTemplatesOf,
} from '../../core/ssh/index.ts';
import type { Problem, Vm } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import { clientsSettled } from '../clients-settled.ts';
import { CommandError, problemLine } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import { rememberedHosts, updateHosts } from '../host-files.ts';
import { nobodySignedIn } from '../nobody-signed-in.ts';
import { unlessInterrupted } from '../unless-interrupted.ts';
import { askForAll, askForVm, type OpenAccount } from './ask-service.ts';
import { noAddress, requireRunning } from './check-vm.ts';
import { noSuchAlias } from './no-such-alias.ts';

/** The alias to look for, and what is asked for it: ssh's files, then the accounts' services. */
export interface LoginSearch {
  /** As the user typed it. */
  readonly alias: string;
  readonly ssh: Ssh;
  readonly accounts: Accounts;
  readonly settings: Settings;
  readonly network: Pick<NetworkPorts, 'clock'>;
  /** Tells the user something beside the result, one sentence. */
  readonly say: (message: string) => void;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** A host that can be logged in to. */
export interface FoundLogin {
  readonly host: SshHost;
  /** ssh's files say all of this; where they could not be written, the alias alone says too little. */
  readonly isWritten: boolean;
}

/** `vm`: as the service has it now; null where it did not answer. */
type Found = FoundLogin & { readonly vm: Vm | null };

interface Search extends LoginSearch {
  readonly opened: readonly OpenAccount[];
  readonly wishes: LoginWishes;
}

type VmRef = Pick<SshHost, 'accountId' | 'vmId'>;

function isSameVm(one: VmRef, other: VmRef): boolean {
  return one.accountId === other.accountId && one.vmId === other.vmId;
}

function accountIds({ opened }: Search): readonly string[] {
  return opened.map(({ id }) => id);
}

function complain({ opened, say }: Search, { label }: OpenAccount, problem: Problem): void {
  const who = opened.length > 1 ? `${printable(label)}: ` : '';
  say(`${who}${problemLine(problem)}`);
}

/** Who had the alias so far, and is gone or called otherwise. */
interface Former {
  readonly host: SshHost;
  readonly isGone: boolean;
}

async function findAmongAll(search: Search, former: Former | null): Promise<Found> {
  const { alias, ssh, wishes, signal } = search;
  const asked = await Promise.all(search.opened.map((account) => askForAll(account, signal)));
  for (const account of asked)
    if (account.problem !== null) complain(search, account, account.problem);
  const listed = asked.flatMap(({ id, vms }) =>
    vms.map((vm) => ({ accountId: id, vmId: vm.id, vm })),
  );
  const gone = listed.filter(({ vm }) => !isThere(vm));
  const updated = await updateHosts(ssh, {
    vms: sshVmsOf(asked, wishes),
    gone: former?.isGone ? [...gone, former.host] : gone,
    accountIds: accountIds(search),
  });
  if (!updated.ok) throw new CommandError(EXIT.stale, updated.trouble);
  const host = updated.hosts.find((one) => one.alias === alias);
  if (host === undefined)
    throw noSuchAlias(alias, {
      hosts: updated.hosts,
      former: former?.host ?? null,
      problems: asked.flatMap(({ problem }) => problem ?? []),
    });
  const vm = listed.find((one) => isSameVm(one, host))?.vm ?? null;
  return { host, isWritten: true, vm };
}

/** Asks for the one VM that has had the alias so far. */
async function findAgain(
  search: Search,
  account: OpenAccount,
  remembered: SshHost,
): Promise<Found> {
  const { alias, ssh, wishes, say, signal } = search;
  const answer = await askForVm(account, remembered.vmId, signal);
  if (answer.kind === 'unanswered') {
    complain(search, account, answer.problem);
    say(`Going by what was last known of ${alias}.`);
    return { host: remembered, isWritten: true, vm: null };
  }
  // Perhaps another VM goes by that alias now, such as the one that was made in its place.
  if (answer.kind === 'gone') return findAmongAll(search, { host: remembered, isGone: true });
  const { vm } = answer;
  const vms = sshVmsOf([{ ...account, vms: [vm] }], wishes);
  const updated = await updateHosts(ssh, {
    vms,
    gone: [],
    accountIds: accountIds(search),
  });
  if (!updated.ok) {
    say(updated.trouble);
    const { address = null, login = remembered.login } = vms[0] ?? {};
    return { host: { ...remembered, address, login }, isWritten: false, vm };
  }
  const host = updated.hosts.find((one) => isSameVm(one, remembered));
  return host?.alias === alias
    ? { host, isWritten: true, vm }
    : findAmongAll(search, { host: remembered, isGone: false });
}

async function find(search: Search): Promise<FoundLogin> {
  const remembered = (await rememberedHosts(search.ssh)).find(
    ({ alias }) => alias === search.alias,
  );
  const account = search.opened.find(({ id }) => id === remembered?.accountId);
  const isKnown = remembered !== undefined && account !== undefined;
  const { host, isWritten, vm } = isKnown
    ? await findAgain(search, account, remembered)
    : await findAmongAll(search, null);
  if (vm !== null) requireRunning(vm);
  if (host.address === null) throw noAddress(host, vm);
  return { host, isWritten };
}

/**
 * Looks up the VM of an alias, as the service has it now, and brings ssh's files up to date. Where the service does not answer,
 * what is remembered counts: its VMs may well.
 * @throws CommandError where there is none, or none to log in to; the signal's reason when it aborts
 */
export async function findLogin(search: LoginSearch): Promise<FoundLogin> {
  const { accounts, settings, signal, network } = search;
  const stored = await unlessInterrupted(accounts.list(), signal);
  if (stored.length === 0) throw nobodySignedIn();
  const opened = stored.map((account) => {
    const { id, label, baseUrl } = account;
    return { id, label, baseUrl, client: accounts.open(account) };
  });
  const wishes = { logins: sshLoginsOf(settings), templates: vmTemplatesOf(settings) };
  try {
    return await unlessInterrupted(find({ ...search, opened, wishes }), signal);
  } finally {
    await clientsSettled(
      opened.map(({ client }) => client),
      network.clock,
    );
  }
}
