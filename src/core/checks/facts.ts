import type { AppAccount } from '../../shared/accounts/index.ts';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { Acts } from '../acting/index.ts';
import { loadProvider, type NetworkPorts, parseBaseUrl, probeService } from '../providers/index.ts';
import type { Ssh } from '../ssh/index.ts';

/** `ignored`: a proxy is set for the service, but this program does not use it. */
export type ProxyUse = 'none' | 'used' | 'ignored' | 'unknown';

export type ServiceFacts = Readonly<Awaited<ReturnType<typeof serviceFacts>>[number]>;

export interface DesktopFacts {
  /** `failed`: the last notification was not shown. */
  readonly notifications: 'supported' | 'failed' | 'unsupported';
  /** Null: not possible from the source folder. */
  readonly startsAtLogin: boolean | null;
}

export interface Facts {
  /** With what the credentials of its accounts could read. */
  readonly app: AppState;
  /** Its path, where it takes the place of the keychain. */
  readonly credentialsFile?: string | undefined;
  readonly services: readonly ServiceFacts[];
  readonly ssh: Readonly<Awaited<ReturnType<typeof sshFacts>>>;
  /** Who acts on the settings folder; null: it has no locks. */
  readonly acting: Acts | 'self' | null;
  readonly hasAutoStops: boolean;
  /** Null in the command line. */
  readonly desktop: DesktopFacts | null;
}

export async function sshFacts({ program, include }: Ssh) {
  const [state, pattern] = await Promise.all([include.state(), include.pattern()]);
  return { hasSsh: program() !== null, include: state, pattern };
}

/** Shorter than for polls: the user waits for the checks. */
const BOUNDS = { headersMs: 10_000, totalMs: 10_000 };

/** Probes each service once, without a credential. @throws the signal's reason */
export function serviceFacts(
  accounts: readonly Pick<AppAccount, 'provider' | 'baseUrl'>[],
  network: NetworkPorts,
  proxyFor: (url: string) => ProxyUse | Promise<ProxyUse>,
  signal?: AbortSignal,
) {
  const providers = new Map(accounts.map(({ baseUrl, provider }) => [baseUrl, provider]));
  const services = [...providers].flatMap(([text, provider]) => {
    const parsed = parseBaseUrl(text);
    return parsed.ok ? { base: parsed.url, provider } : [];
  });
  return Promise.all(
    services.map(async ({ base, provider }) => {
      const { hostname: host, protocol } = new URL(base.href);
      const { isOwnError } = await loadProvider(provider);
      const { probePath } = PROVIDERS[provider];
      const [probe, proxy] = await Promise.all([
        probeService(base, probePath, { ...network, isOwnError, bounds: BOUNDS }, signal),
        proxyFor(base.href),
      ]);
      /** False for a service on this computer. */
      const isEncrypted = protocol === 'https:';
      return { host, isEncrypted, proxy, probe };
    }),
  );
}
