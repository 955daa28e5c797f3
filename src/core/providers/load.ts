import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import type { ProviderDescription } from './description.ts';
import { parseBaseUrl } from './http/base-url.ts';
import type { Adapter } from './provider.ts';

// Adapters are imported here alone: a bundle that uses anything of this room would otherwise contain all of them.

const LOADERS: Readonly<Record<ProviderId, () => Promise<Adapter>>> = {
  rental: async () => (await import('./rental/adapter.ts')).rental,
  runpod: async () => (await import('./runpod/client.ts')).runpod,
  vast: async () => (await import('./vast/client.ts')).vast,
  lambda: async () => (await import('./lambda/client.ts')).lambda,
};

const loaded = new Map<ProviderId, Adapter>();

/** The adapter of a provider, which is loaded for accounts that need it only. */
export async function loadProvider(id: ProviderId): Promise<Adapter> {
  const adapter = loaded.get(id) ?? (await LOADERS[id]());
  loaded.set(id, adapter);
  return adapter;
}

export function loadedProvider(id: ProviderId): Adapter {
  const adapter = loaded.get(id);
  if (adapter === undefined) throw new Error(`the adapter of ${id} is not loaded`);
  return adapter;
}

/** The names in a provider's answers, which are needed to describe answers without their values only. */
export const loadDescription = async (id: ProviderId): Promise<ProviderDescription> =>
  (await import('./description.ts')).DESCRIPTIONS[id];

/** The provider's address, or that of a simulator here (`GPU_TRAY_SIMULATED_<ID>`). Null: the user enters the address. */
export function addressOf(provider: ProviderId): string | null {
  const simulator = parseBaseUrl(process.env[`GPU_TRAY_SIMULATED_${provider.toUpperCase()}`] ?? '');
  return simulator.ok && simulator.url.isLoopback
    ? simulator.url.href
    : PROVIDERS[provider].address;
}
