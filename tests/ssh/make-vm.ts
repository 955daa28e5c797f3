import type { SshVm } from '../../src/core/ssh/host.ts';
import { EMPTY_LOGIN } from '../../src/shared/ssh/ssh-state.ts';

/** A VM of account `a`, with some fields replaced. */
export function makeVm(vmId: string, changes: Partial<SshVm> = {}): SshVm {
  return {
    accountId: 'a',
    serviceUrl: 'http://127.0.0.1:1',
    vmId,
    label: vmId,
    defaultName: 'vm-102',
    address: '127.20.0.1',
    login: EMPTY_LOGIN,
    ...changes,
  };
}
