import { isDeepStrictEqual } from 'node:util';
import { vmsOf } from '../../../shared/domain/account-state.ts';
import { mayAnswerLogin, type Vm } from '../../../shared/domain/vm.ts';
import { type VmLogin, vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { isCurrent, type SshHost, vmAddresses } from '../../ssh/index.ts';

/** Facts besides the state. */
export interface LoginFacts {
  /** By `vmKey`. */
  readonly hosts: ReadonlyMap<string, SshHost>;
  reachOf(key: string): 'waiting' | 'silent' | 'ready' | undefined;
  commandOf(host: SshHost): string | null;
}

/** A provider that names a login also names it for a VM without an SSH server. */
function vmReach({ phase, login }: Vm, reach: ReturnType<LoginFacts['reachOf']>) {
  if (phase !== 'running' || login?.isShellOnly) return null;
  return reach === undefined || (reach === 'silent' && !login) ? 'waiting' : reach;
}

function vmLoginOf(
  key: string,
  vm: Vm,
  address: string | null,
  { hosts, commandOf, reachOf }: LoginFacts,
): VmLogin {
  const host = hosts.get(key);
  const isUsable = host !== undefined && mayAnswerLogin(vm) && isCurrent(host, vm, address);
  return {
    alias: host?.alias ?? null,
    // Our files may still have a previous address.
    command: isUsable ? commandOf(host) : null,
    hasAddress: address !== null,
    reach: vmReach(vm, reachOf(key)),
  };
}

/** The SSH access of each listed VM. Unchanged entries, and an unchanged whole, stay the same objects. */
export function vmLoginsOf(
  {
    accounts,
    snapshots,
    vmSshAccess: before,
  }: Pick<AppState, 'accounts' | 'snapshots' | 'vmSshAccess'>,
  facts: LoginFacts,
): AppState['vmSshAccess'] {
  const after: Record<string, VmLogin> = {};
  for (const { id: accountId, baseUrl } of accounts) {
    const addressOf = vmAddresses(baseUrl);
    for (const vm of vmsOf(snapshots[accountId])) {
      const key = vmKey(accountId, vm.id);
      const login = vmLoginOf(key, vm, addressOf(vm), facts);
      const was = before[key];
      after[key] = was !== undefined && isDeepStrictEqual(was, login) ? was : login;
    }
  }
  return isDeepStrictEqual(after, before) ? before : after;
}
