import { isDeepStrictEqual } from 'node:util';
import { type AppState, type ChangedKey, type VmLogin, vmKey } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { type SshHost, type VmTemplates, vmAddresses } from '../../ssh/index.ts';

/** What is known of the logins besides the state. */
export interface LoginFacts {
  /** By `vmKey`. */
  readonly hosts: ReadonlyMap<string, SshHost>;
  readonly changedKeys: ReadonlyMap<string, ChangedKey>;
  readonly templates: VmTemplates;
  isReachable(key: string): boolean;
}

function vmLoginOf(
  key: string,
  { status }: Vm,
  address: string | null,
  { hosts, changedKeys, templates, isReachable }: LoginFacts,
): VmLogin {
  const reach = isReachable(key) ? 'ready' : 'waiting';
  return {
    alias: hosts.get(key)?.alias ?? null,
    hasAddress: address !== null,
    reach: vmPhase(status) === 'running' ? reach : null,
    template: templates.get(key) ?? null,
    changedKey: changedKeys.get(key) ?? null,
  };
}

/**
 * How one logs in to each listed VM. What did not change stays the same object, the whole as well: a state that is as it was
 * sends nothing and draws nothing.
 */
export function vmLoginsOf(
  { accounts, snapshots, vmLogins: before }: Pick<AppState, 'accounts' | 'snapshots' | 'vmLogins'>,
  facts: LoginFacts,
): AppState['vmLogins'] {
  const after: Record<string, VmLogin> = {};
  for (const { id: accountId, baseUrl } of accounts) {
    const addressOf = vmAddresses(baseUrl);
    for (const vm of snapshots[accountId]?.vms.value?.vms ?? []) {
      const key = vmKey(accountId, vm.id);
      const login = vmLoginOf(key, vm, addressOf(vm), facts);
      const was = before[key];
      after[key] = was !== undefined && isDeepStrictEqual(was, login) ? was : login;
    }
  }
  const keys = Object.keys(after);
  const isSame =
    keys.length === Object.keys(before).length && keys.every((key) => after[key] === before[key]);
  return isSame ? before : after;
}
