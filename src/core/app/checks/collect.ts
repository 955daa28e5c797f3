import type { NetworkPorts } from '../../accounts/index.ts';
import { parseBaseUrl, probeService } from '../../service/index.ts';
import type { ProxyUse, ServiceFacts } from './facts.ts';

/** Shorter than for polls: a person waits for the checks. */
const BOUNDS = { headersMs: 10_000, totalMs: 10_000 };

/** Probes each service once. @param baseUrls of the accounts @throws the signal's reason */
export function serviceFacts(
  baseUrls: readonly string[],
  network: NetworkPorts,
  proxyFor: (url: string) => ProxyUse | Promise<ProxyUse>,
  signal?: AbortSignal,
): Promise<readonly ServiceFacts[]> {
  const bases = [...new Set(baseUrls)].flatMap((text) => {
    const parsed = parseBaseUrl(text);
    return parsed.ok ? parsed.url : [];
  });
  return Promise.all(
    bases.map(async (base) => {
      const { host, protocol } = new URL(base.href);
      const [probe, proxy] = await Promise.all([
        probeService(base, { ...network, bounds: BOUNDS }, signal),
        proxyFor(base.href),
      ]);
      return { host, isEncrypted: protocol === 'https:', proxy, probe };
    }),
  );
}
