import type { ProxyUse } from '../../core/app/checks/facts.ts';

/** How Node reaches a service, which `fetch` does not report. */
export interface NodeNetwork {
  proxyFor(url: string): ProxyUse;
  /** Whether certificates that this computer trusts are accepted, besides those that come with Node. */
  readonly trustsSystem: boolean;
}

/** Whether `NO_PROXY` lists the host: by name, as a domain or with `*`. */
function isExempt(hostname: string, list: string): boolean {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || hostname === entry || hostname.endsWith(`.${entry}`));
}

/** Node ignores the usual proxy variables unless told otherwise. @param options of the process, as in `process.execArgv` */
export function nodeNetwork(
  env: Readonly<NodeJS.ProcessEnv>,
  options: readonly string[],
): NodeNetwork {
  const given = [...options, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const usesProxies = env['NODE_USE_ENV_PROXY'] === '1' || given.includes('--use-env-proxy');
  return {
    proxyFor(url) {
      const { protocol, hostname } = new URL(url);
      const proxy = variable(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
      if (proxy === '' || isExempt(hostname, variable('NO_PROXY'))) return 'none';
      return usesProxies ? 'used' : 'ignored';
    },
    trustsSystem:
      env['NODE_USE_SYSTEM_CA'] === '1' ||
      Boolean(env['NODE_EXTRA_CA_CERTS']) ||
      given.includes('--use-system-ca') ||
      given.includes('--use-openssl-ca'),
  };
}
