import type { AppAccount } from '../../../../shared/accounts/index.ts';
import type { VmList } from '../../../../shared/domain/account-state.ts';
import type { Problem } from '../../../../shared/domain/problem.ts';
import { makeVmList } from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../../../shared/polling/polling-slice.ts';
import { EMPTY_LOGIN } from '../../../../shared/ssh/ssh-state.ts';
import { type AppState, initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import { type Ssh, type SshHost, sshVmsOf } from '../../../ssh/index.ts';

export { makeHost as host } from '../../../ssh/testing/make-host.ts';

/** Writes a VM of account `a` into our SSH files. */
export async function writtenHost(ssh: Ssh, vm: Vm): Promise<SshHost> {
  const account = { id: 'a', baseUrl: 'https://gpu.example/', vms: [vm] };
  const vms = sshVmsOf([account], { all: EMPTY_LOGIN, accounts: {}, vms: {} });
  const [written] = await ssh.hosts.update({ vms, gone: [], accountIds: ['a'] });
  if (written === undefined) throw new Error('no host was written');
  return written;
}

export { vm } from '../../../monitor/testing/records.ts';

/** An account's snapshot with these VMs; null: not listed yet. */
export function snapshotWith(
  vms: readonly Vm[] | null,
  { problem = null, ...about }: Partial<VmList> & { problem?: Problem | null } = {},
): AccountSnapshot {
  const value = vms === null ? null : makeVmList(vms, about);
  return {
    vms: { value, problem },
    spend: { value: null, problem: null },
    ...{ asOf: 0, freshness: 'live' },
  };
}

/** An account with its id as label, and an API key in the keychain. */
export function account(id: string, baseUrl = 'https://gpu.example/'): AppAccount {
  return makeAccount({ id, baseUrl });
}

/** A state with these accounts' snapshots. */
export function stateWith(snapshots: Readonly<Record<string, AccountSnapshot>>): AppState {
  const accounts = Object.keys(snapshots).map((id) => account(id));
  return { ...initialState(environment, 0), accounts, snapshots };
}
