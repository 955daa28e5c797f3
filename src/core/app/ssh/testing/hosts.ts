import type { Vm } from '../../../../shared/domain/index.ts';
import { EMPTY_LOGIN } from '../../../ssh/host.ts';
import { type Ssh, type SshHost, sshVmsOf } from '../../../ssh/index.ts';

/** A host without a login, with some fields replaced. */
export function host(change: Partial<SshHost> = {}): SshHost {
  return {
    ...{ accountId: 'a', vmId: 'one', alias: 'gpu-one', hostKeyAlias: 'gpu-tray-vm-one' },
    ...{ address: '203.0.113.7', login: EMPTY_LOGIN },
    ...change,
  };
}

/** Writes a VM of account `a` into our SSH files. */
export async function writtenHost(ssh: Ssh, vm: Vm): Promise<SshHost> {
  const account = { id: 'a', baseUrl: 'https://gpu.example/', vms: [vm] };
  const vms = sshVmsOf([account], { all: EMPTY_LOGIN, accounts: {}, vms: {} });
  const [written] = await ssh.hosts.update({ vms, gone: [], accountIds: ['a'] });
  if (written === undefined) throw new Error('no host was written');
  return written;
}
