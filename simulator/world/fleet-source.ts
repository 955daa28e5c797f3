import type { PriceList } from './prices.ts';
import type { NonEmpty } from './seeded.ts';
import type { Charged, LoadProfile, Node } from './vm.ts';

export type Names = NonEmpty<readonly [label: string, profile: LoadProfile]>;

/** The VMs of a provider. */
export interface Machines {
  readonly idOf: (seed: number) => string;
  /** The second number of their addresses, for the first account. */
  readonly network: number;
  readonly names: Names;
  /** Where its charges differ. */
  readonly charged?: Partial<Charged>;
}

export interface FleetSource {
  readonly seed: number;
  readonly nodes: NonEmpty<Node>;
  readonly prices: PriceList;
  readonly machines: Machines;
}
