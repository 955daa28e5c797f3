import { createHash } from 'node:crypto';

const PLAIN_ID = /^[a-z0-9-]{1,64}$/;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A VM, wherever it is seen from: ids are unique within one service only. */
export interface VmIdentity {
  readonly serviceUrl: string;
  readonly vmId: string;
}

/**
 * The name under which a VM's host key is stored: `gpu-tray-vm-<id>`, with a hash of the service behind it where another
 * service's VM goes by that name already.
 * @param isTaken whether the name belongs to another VM
 */
export function hostKeyAliasFor(vm: VmIdentity, isTaken: (name: string) => boolean): string {
  // ssh compares these names without regard to case.
  const id = vm.vmId.toLowerCase();
  const base = `gpu-tray-vm-${PLAIN_ID.test(id) ? id : hash(vm.vmId).slice(0, 32)}`;
  const whole = hash(`${vm.serviceUrl}\n${vm.vmId}`);
  const candidates = [base, `${base}-${whole.slice(0, 8)}`];
  return candidates.find((name) => !isTaken(name)) ?? `${base}-${whole}`;
}
