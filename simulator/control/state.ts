import type { PlacedFault } from '../faults/index.ts';
import type { Behaviour, FixedOptions } from '../options.ts';
import type { LoggedRequest, ServiceDeps } from '../service/index.ts';
import { balanceAt, dollars, present, type Scope } from '../world/index.ts';

/** What somebody needs to use an account. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly apiKeys: Readonly<Record<Scope, string>>;
}

/** How things stand, as plain JSON. */
export interface SimulatorState {
  readonly baseUrl: string;
  readonly fixed: FixedOptions;
  readonly options: Behaviour;
  /** Simulated time, ISO 8601. */
  readonly now: string;
  readonly accounts: readonly (Credentials & {
    readonly userId: number;
    /** Dollars. */
    readonly balance: number;
    readonly vms: number;
    readonly sshKeys: readonly string[];
  })[];
  readonly nodes: readonly { readonly id: string; readonly gpuType: string }[];
  readonly requests: {
    readonly counts: Readonly<Record<string, number>>;
    readonly log: readonly LoggedRequest[];
  };
  readonly faults: readonly Omit<PlacedFault, 'onMatch'>[];
}

/** Brings all VMs to the present first, so that every balance and count belongs to `now`. */
export function readState(deps: ServiceDeps, fixed: FixedOptions, baseUrl: string): SimulatorState {
  const { world, behaviour, requests, faults } = deps;
  const now = present(world);
  return {
    baseUrl,
    fixed,
    options: behaviour.current(),
    now: new Date(now).toISOString(),
    accounts: world.accounts.map((account) => ({
      userId: account.userId,
      email: account.email,
      password: account.password,
      apiKeys: account.apiKeys,
      balance: dollars(balanceAt(account.purse, account.vms, now)),
      vms: account.vms.filter((vm) => !vm.gone).length,
      sshKeys: account.sshKeys.map((key) => key.id),
    })),
    nodes: world.nodes.map(({ id, gpuType }) => ({ id, gpuType })),
    requests: { counts: requests.counts(), log: requests.entries() },
    faults: faults.list().map(({ id, spec, matches, hits }) => ({ id, spec, matches, hits })),
  };
}
