import type { SshLogin, SshVm } from '../host.ts';
import { chooseAliases, type KnownToUser } from './choose-aliases.ts';
import { hostKeyAliasFor } from './host-key-alias.ts';
import { recordKey, type SshRecord } from './memory.ts';
import { isPort } from './options.ts';
import { vmSlug } from './slug.ts';

/** What has been heard of VMs since the last time. */
export interface SshNews {
  /** Heard now. Other VMs of the memory stay as they were. */
  readonly vms: readonly SshVm[];
  /** Confirmed to be gone. */
  readonly gone: readonly { readonly accountId: string; readonly vmId: string }[];
  /** Every account there is; what the memory holds of others is dropped. */
  readonly accountIds: readonly string[];
}

/** The memory after the news, and what else is to be forgotten for it. */
export interface Applied {
  readonly records: readonly SshRecord[];
  /** Names whose host key nobody needs any more. */
  readonly forgotten: readonly string[];
}

function createHostKeyAliases(records: readonly SshRecord[]) {
  const owners = new Map<string, string>();
  const identity = ({ serviceUrl, vmId }: SshVm | SshRecord) => JSON.stringify([serviceUrl, vmId]);
  for (const record of records) owners.set(record.hostKeyAlias, identity(record));
  return (vm: SshVm): string => {
    const isTaken = (name: string) => (owners.get(name) ?? identity(vm)) !== identity(vm);
    const name = hostKeyAliasFor(vm, isTaken);
    owners.set(name, identity(vm));
    return name;
  };
}

function takeLogin({ user, port, identityFile, options }: SshLogin): SshRecord['login'] {
  const isUsable = port !== null && isPort(port);
  return { user, port: isUsable ? port : null, identityFile, options: [...options] };
}

/** Another service under the same account is another VM under the same id. */
function isSameVm(record: SshRecord, vm: SshVm): boolean {
  return record.serviceUrl === vm.serviceUrl;
}

/**
 * The memory after the news. Names are kept where they can be, and made where they must.
 * @param written the aliases in our file, which outlives a memory that is lost
 */
export async function applyNews(
  before: readonly SshRecord[],
  { vms, gone, accountIds }: SshNews,
  knownToUser: KnownToUser,
  written: Iterable<string> = [],
): Promise<Applied> {
  const accounts = new Set(accountIds);
  const heard = new Map(
    vms.filter(({ accountId }) => accounts.has(accountId)).map((vm) => [recordKey(vm), vm]),
  );
  const goneKeys = new Set(gone.map(recordKey));
  const records = new Map<string, SshRecord>();
  for (const record of before) {
    const key = recordKey(record);
    if (!accounts.has(record.accountId) || (goneKeys.has(key) && !heard.has(key))) continue;
    const vm = heard.get(key);
    if (vm === undefined || isSameVm(record, vm)) records.set(key, record);
  }
  const hostKeyAlias = createHostKeyAliases([...records.values()]);
  const keepsAlias = (record: SshRecord | undefined, vm: SshVm) => record?.slug === vmSlug(vm);
  const kept = [...records].flatMap(([key, record]) => {
    const vm = heard.get(key);
    return vm === undefined || keepsAlias(record, vm) ? [record.alias] : [];
  });
  const named = [...heard].filter(([key, vm]) => !keepsAlias(records.get(key), vm));
  const chosen = await chooseAliases(
    named.map(([, vm]) => vmSlug(vm)),
    { taken: kept, ours: new Set([...written, ...before.map(({ alias }) => alias)]) },
    knownToUser,
  );
  const newAliases = new Map(named.map(([key], index) => [key, chosen[index]]));
  for (const [key, vm] of heard) {
    const record = records.get(key);
    const alias = newAliases.get(key) ?? record?.alias;
    if (alias === undefined) continue;
    records.set(key, {
      accountId: vm.accountId,
      serviceUrl: vm.serviceUrl,
      vmId: vm.vmId,
      slug: vmSlug(vm),
      alias,
      hostKeyAlias: record?.hostKeyAlias ?? hostKeyAlias(vm),
      address: vm.address,
      login: takeLogin(vm.login),
    });
  }
  const needed = new Set([...records.values()].map((record) => record.hostKeyAlias));
  const unneeded = before.map((record) => record.hostKeyAlias).filter((name) => !needed.has(name));
  return { records: [...records.values()], forgotten: [...new Set(unneeded)] };
}
