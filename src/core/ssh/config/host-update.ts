import { isSameRun } from '../../../shared/domain/vm.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { keyOf, type SshHost, type SshVm } from '../host.ts';
import { createAliases, createHostKeyAliases, keyHolderId, vmSlug } from './aliases.ts';

export interface HostUpdate {
  /** The VMs listed now. Other stored VMs stay as they are, at most 2,000. */
  readonly vms: readonly SshVm[];
  readonly gone: readonly VmRef[];
  /** All accounts: the VMs of others are removed. */
  readonly accountIds: readonly string[];
}

/** VMs that are not listed now: the newest are kept. The ids of a hostile service may change in every response. */
const MAX_UNLISTED = 2_000;

const STAMP = /(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/;

/** Whether a host key alias is of the VM's run. */
function isInRun(name: string, { run, isRunRounded }: SshVm): boolean {
  if (run === undefined || name.includes(`-${run}`)) return true;
  const startOf = (stamped: string) => stamped.replace(STAMP, '$1-$2-$3T$4:$5:$6Z').slice(-20);
  const startedAt = startOf(run);
  return isRunRounded === true && isSameRun(startOf(name), { startedAt, isStartRounded: true });
}

/** A stopped VM may have neither address nor run: it keeps the name until the next ones are known. */
function keepsKey(record: SshHost | undefined, vm: SshVm): record is SshHost {
  if (record === undefined) return false;
  if (vm.address === null) return true;
  return keyHolderId(record) === keyHolderId(vm) && isInRun(record.hostKeyAlias, vm);
}

/**
 * Applies an update to the records. An alias is kept while its prefix and slug stay the same.
 * @param userAliases reads the aliases of the user's SSH config, when there are VMs to name
 * @returns `unused`: host key aliases without a VM, whose stored keys can be removed
 */
export function applyHostUpdate(
  before: readonly SshHost[],
  { vms, gone, accountIds }: HostUpdate,
  prefix: string,
  userAliases: () => ReadonlySet<string>,
) {
  const accounts = new Set(accountIds);
  const listed = new Map(
    vms.filter(({ accountId }) => accounts.has(accountId)).map((vm) => [keyOf(vm), vm]),
  );
  const goneKeys = new Set(gone.map(keyOf));
  const records = new Map<string, SshHost>();
  for (const record of before) {
    const key = keyOf(record);
    if (!accounts.has(record.accountId) || (goneKeys.has(key) && !listed.has(key))) continue;
    const vm = listed.get(key);
    // At another service, the account's VM with this id is another one.
    if (vm === undefined || record.serviceUrl === vm.serviceUrl) records.set(key, record);
  }
  const unlisted = [...records.keys()].filter((key) => !listed.has(key));
  for (const key of unlisted.slice(0, -MAX_UNLISTED)) records.delete(key);
  const hostKeyAlias = createHostKeyAliases(records.values());
  const unnamed = new Set(
    [...listed].flatMap(([key, vm]) => {
      const record = records.get(key);
      const isNamed = record?.slug === vmSlug(vm) && record.alias.startsWith(`${prefix}-`);
      return isNamed ? [] : key;
    }),
  );
  const taken = [...records].flatMap(([key, { alias }]) => (unnamed.has(key) ? [] : alias));
  const theirs = unnamed.size === 0 ? [] : userAliases();
  const newAlias = createAliases(prefix, [...taken, ...theirs]);
  for (const [key, vm] of listed) {
    const record = records.get(key);
    const { accountId, serviceUrl, vmId, address, login, isShellOnly } = vm;
    // In the order in which records are read, so that an unchanged file has the same text.
    records.set(key, {
      ...{ accountId, serviceUrl, vmId },
      alias: record === undefined || unnamed.has(key) ? newAlias(vmSlug(vm)) : record.alias,
      slug: vmSlug(vm),
      hostKeyAlias: keepsKey(record, vm) ? record.hostKeyAlias : hostKeyAlias(vm),
      ...{ address, login, ...(isShellOnly && { isShellOnly }) },
    });
  }
  const used = new Set([...records.values()].map((record) => record.hostKeyAlias));
  const unused = before.map((record) => record.hostKeyAlias).filter((name) => !used.has(name));
  return { records: [...records.values()], unused: [...new Set(unused)] };
}
