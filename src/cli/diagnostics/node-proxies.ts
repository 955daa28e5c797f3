import type { ProxyUse } from '../../core/checks/index.ts';

/** Whether `NO_PROXY` lists the host: by name, as a domain or with `*`. */
function isExempt(hostname: string, list: string): boolean {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || hostname === entry || hostname.endsWith(`.${entry}`));
}

/** Whether Node reaches a service through a proxy; by default it ignores the usual variables. @param options as in `process.execArgv` */
export function nodeProxies(
  env: Readonly<NodeJS.ProcessEnv>,
  options: readonly string[],
): (url: string) => ProxyUse {
  const given = [...options, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const usesProxies = env['NODE_USE_ENV_PROXY'] === '1' || given.includes('--use-env-proxy');
  return (url) => {
    const { protocol, hostname } = new URL(url);
    const proxy = variable(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
    if (proxy === '' || isExempt(hostname, variable('NO_PROXY'))) return 'none';
    return usesProxies ? 'used' : 'ignored';
  };
}
