import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import type { SshVm } from '../host.ts';

/** A VM with a label and an address, with some fields replaced. */
export function makeVm(vmId: string, changes: Partial<SshVm> = {}): SshVm {
  return {
    accountId: 'a',
    serviceUrl: 'https://api.example.com',
    vmId,
    label: `train-${vmId}`,
    defaultName: 'vm-102',
    address: '192.0.2.7',
    login: EMPTY_LOGIN,
    ...changes,
  };
}
