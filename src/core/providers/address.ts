import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import { parseBaseUrl } from './http/base-url.ts';

/**
 * Where a provider's requests go: to its address, or to a simulator on this computer, which `GPU_TRAY_SIMULATED_<ID>` names
 * in the demo. Null: the user enters the address.
 */
export function addressOf(provider: ProviderId): string | null {
  const simulator = parseBaseUrl(process.env[`GPU_TRAY_SIMULATED_${provider.toUpperCase()}`] ?? '');
  return simulator.ok && simulator.url.isLoopback
    ? simulator.url.href
    : PROVIDERS[provider].address;
}
