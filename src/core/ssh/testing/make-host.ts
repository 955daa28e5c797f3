import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import type { SshHost } from '../host.ts';

/** A host without a login, with some fields replaced. */
export function makeHost(change: Partial<SshHost> = {}): SshHost {
  return {
    ...{ accountId: 'a', vmId: 'one', alias: 'gpu-one', slug: 'one' },
    ...{ serviceUrl: 'https://gpu.example/', hostKeyAlias: 'gpu-tray-vm-one' },
    ...{ address: '203.0.113.7', login: EMPTY_LOGIN },
    ...change,
  };
}
