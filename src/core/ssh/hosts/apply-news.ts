import type { SshLogin, SshVm } from '../host.ts';
import { hostKeyAliasFor } from './host-key-alias.ts';
import { recordKey, type SshRecord } from './memory.ts';
import { isPort } from './options.ts';
import { aliasFor, vmSlug } from './slug.ts';

/** What has been heard of VMs since the last time. */
export interface SshNews {
  /** Heard now. Other VMs of the memory stay as they were. */
  readonly vms: readonly SshVm[];
  /** Confirmed to be gone. */
  readonly gone: readonly { readonly accountId: string; readonly vmId: string }[];
  /** Every account there is; what the memory holds of others is dropped. */
  readonly accountIds: readonly string[];
}

/** Whether a name means something to the user's own configuration already. */
export type IsKnownToUser = (alias: string) => Promise<boolean>;

export interface Applied {
  readonly records: readonly SshRecord[];
  /** Names whose host key nobody needs any more. */
  readonly forgotten: readonly string[];
}

/** Tries that a pattern such as `Host gpu-*` of the user's may cost, before it is left at that. */
const MAX_TRIES = 20;

function createAliases(ours: ReadonlySet<string>, isKnownToUser: IsKnownToUser) {
  const taken = new Set<string>();
  /** Where to go on counting for a slug: ten thousand VMs of one label must not count from 1 each. */
  const next = new Map<string, number>();
  return {
    take: (alias: string) => taken.add(alias),
    async choose(slug: string): Promise<string> {
      let tries = 0;
      for (let n = next.get(slug) ?? 1; ; n += 1) {
        const alias = aliasFor(slug, n);
        if (taken.has(alias)) continue;
        // What our file says already was asked for when it came there; now ssh would answer from our file.
        if (!ours.has(alias) && tries < MAX_TRIES) {
          tries += 1;
          if (await isKnownToUser(alias)) continue;
        }
        taken.add(alias);
        next.set(slug, n + 1);
        return alias;
      }
    },
  };
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
  isKnownToUser: IsKnownToUser,
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
  const aliases = createAliases(
    new Set([...written, ...before.map(({ alias }) => alias)]),
    isKnownToUser,
  );
  const keepsAlias = (record: SshRecord | undefined, vm: SshVm) => record?.slug === vmSlug(vm);
  for (const [key, record] of records) {
    const vm = heard.get(key);
    if (vm === undefined || keepsAlias(record, vm)) aliases.take(record.alias);
  }
  for (const [key, vm] of heard) {
    const record = records.get(key);
    const slug = vmSlug(vm);
    records.set(key, {
      accountId: vm.accountId,
      serviceUrl: vm.serviceUrl,
      vmId: vm.vmId,
      slug,
      alias: record?.slug === slug ? record.alias : await aliases.choose(slug),
      hostKeyAlias: record?.hostKeyAlias ?? hostKeyAlias(vm),
      address: vm.address,
      login: takeLogin(vm.login),
    });
  }
  const needed = new Set([...records.values()].map((record) => record.hostKeyAlias));
  const unneeded = before.map((record) => record.hostKeyAlias).filter((name) => !needed.has(name));
  return { records: [...records.values()], forgotten: [...new Set(unneeded)] };
}
