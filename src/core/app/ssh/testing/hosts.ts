import type { Vm } from '../../../../shared/domain/index.ts';
import type { Ssh, SshHost } from '../../../ssh/index.ts';
import { sshVmsOf } from '../../../ssh/index.ts';

export const PLAIN = { user: null, port: null, identityFile: null, options: [] } as const;

/** A host that ssh's files say nothing of, changed as told. */
export function host(change: Partial<SshHost> = {}): SshHost {
  return {
    ...{ accountId: 'a', vmId: 'one', alias: 'gpu-one', hostKeyAlias: 'gpu-tray-vm-one' },
    ...{ address: '203.0.113.7', login: PLAIN },
    ...change,
  };
}

/** Writes a VM of account `a` into ssh's files. */
export async function writtenHost(ssh: Ssh, vm: Vm): Promise<SshHost> {
  const wishes = { logins: { all: PLAIN, accounts: {}, templates: {} }, templates: new Map() };
  const account = { id: 'a', baseUrl: 'https://gpu.example/', vms: [vm] };
  const vms = sshVmsOf([account], wishes);
  const [written] = await ssh.hosts.update({ vms, gone: [], accountIds: ['a'] });
  if (written === undefined) throw new Error('no host was written');
  return written;
}
