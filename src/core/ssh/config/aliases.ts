import { createHash } from 'node:crypto';
import { vmName } from '../../../shared/domain/vm.ts';
import type { SshHost, SshVm } from '../host.ts';

/** Characters of an alias after its prefix: long labels must stay readable in a prompt. */
const MAX_SLUG = 36;

/** The text as `[a-z0-9-]`: accents are removed, other runs become one dash. May be empty. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

export type NamedVm = Pick<SshVm, 'label' | 'defaultName' | 'vmId'>;

/** The part of a VM's alias after its prefix, without a counter: from the name that people see. Never empty. */
export function vmSlug({ label, defaultName, vmId }: NamedVm): string {
  const fromLabel = slug((label ?? '').slice(0, 200));
  const text = fromLabel === '' ? slug(vmName({ id: vmId, defaultName, label: null })) : fromLabel;
  return text.slice(0, MAX_SLUG).replace(/-$/, '');
}

/** The n-th alias for a slug, from 1: `gpu-train`, `gpu-train-2`, … */
export function aliasFor(prefix: string, slugText: string, n: number): string {
  const suffix = n === 1 ? '' : `-${n}`;
  return `${prefix}-${slugText.slice(0, MAX_SLUG - suffix.length).replace(/-$/, '')}${suffix}`;
}

/** @returns the next alias for a slug that is not taken */
export function createAliases(prefix: string, taken: Iterable<string>): (slug: string) => string {
  const inUse = new Set(taken);
  /** The next number per slug: ten thousand VMs with one label must not each count from 1. */
  const next = new Map<string, number>();
  return (slugText) => {
    let n = next.get(slugText) ?? 1;
    while (inUse.has(aliasFor(prefix, slugText, n))) n += 1;
    next.set(slugText, n + 1);
    const alias = aliasFor(prefix, slugText, n);
    inUse.add(alias);
    return alias;
  };
}

const PLAIN_ID = /^[a-z0-9-]{1,64}$/;

export function shortHash(text: string, length = 64): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** The owner of the host key that a login sees: the VM, or the proxy in front of many VMs. */
export function keyHolderId(vm: Pick<SshVm, 'vmId' | 'address' | 'login' | 'isShellOnly'>): string {
  return vm.isShellOnly ? `${vm.address}:${vm.login.port}` : vm.vmId;
}

const keyHolder = (vm: SshVm | SshHost) => JSON.stringify([vm.serviceUrl, keyHolderId(vm)]);

/**
 * @returns the name of a VM's host key: `gpu-tray-vm-<id>`, with the run where each has new keys, and with a hash of the service if a VM
 * of another service has that name
 */
export function createHostKeyAliases(hosts: Iterable<SshHost>): (vm: SshVm) => string {
  const owners = new Map([...hosts].map((host) => [host.hostKeyAlias, keyHolder(host)]));
  return (vm) => {
    const [holder, id] = [keyHolder(vm), keyHolderId(vm)];
    // ssh compares these names case-insensitively.
    const lower = id.toLowerCase();
    const run = vm.run === undefined ? '' : `-${vm.run}`;
    const base = `gpu-tray-vm-${PLAIN_ID.test(lower) ? lower : shortHash(id, 32)}${run}`;
    const isFree = (owners.get(base) ?? holder) === holder;
    const name = isFree ? base : `${base}-${shortHash(`${vm.serviceUrl}\n${id}`, 8)}`;
    owners.set(name, holder);
    return name;
  };
}
