import { type ServiceProfile, VM_OPERATIONS } from '../domain/service-profile.ts';
import type { ProviderId } from '../providers/providers.ts';

export const CAPABILITIES = [
  ...VM_OPERATIONS,
  'spend',
  'usage',
  'balance',
  'rent',
  'addSshKey',
  'stopFromInside',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Facts about the keys of an account. */
export interface KnownKeys {
  /** A second API key for write calls is stored. */
  readonly hasWriteKey?: boolean;
  /** No call tells what its key may do, and no action was accepted with it yet. */
  readonly isUntried?: boolean;
  /** Nor was one of its stops confirmed by reading. */
  readonly isUnproven?: boolean;
  /** One of its VMs was seen to stop itself with its own key, as armed. */
  readonly stopsInside?: boolean;
}

/** Settings that the user turned on for the VMs of an account. */
export interface TurnedOn {
  /** They are stopped once they are idle for that long, ms. */
  readonly idleStopMs?: number;
  /** The running ones are asked for their GPU load over SSH. */
  readonly gpuLoad?: boolean;
}

/** An account as shown, without secrets. Its service: `serviceOf`. */
export interface AppAccount {
  readonly id: string;
  readonly provider: ProviderId;
  /** Unique: the user's name for it, otherwise its email address or host. */
  readonly label: string;
  readonly baseUrl: string;
  readonly credential: 'apiKey' | 'login';
  readonly email: string | null;
  readonly keys: KnownKeys;
  readonly turnedOn: TurnedOn;
  /** `memory`: the keychain did not store the credential, which is lost at quit. */
  readonly storedIn: 'keychain' | 'memory';
  /** https; null: not set. */
  readonly consoleUrl: string | null;
  readonly profile: ServiceProfile | null;
  readonly can: readonly Capability[];
}

/** `waiting`: it may be showing an unlock prompt. */
export type KeychainState = 'available' | 'locked' | 'missing' | 'notAnswering' | 'waiting';

export interface AccountsSlice {
  /** The newest last. */
  readonly accounts: readonly AppAccount[];
  readonly keychain: KeychainState;
}
