import type { StartOptions } from '../options.ts';

/** How the text of a flag becomes a value. */
type Kind = 'number' | 'word' | 'switch' | 'off-switch';

/** One command-line flag for one start option. */
export interface Flag {
  readonly name: string;
  readonly key: keyof StartOptions;
  readonly kind: Kind;
  readonly help: string;
}

/** One for each start option, in the order of `--help`. */
export const FLAGS: readonly Flag[] = [
  {
    name: 'port',
    key: 'port',
    kind: 'number',
    help: 'port on 127.0.0.1, 0 for any free one (8700)',
  },
  { name: 'seed', key: 'seed', kind: 'number', help: 'decides the fleet and the API keys (1)' },
  { name: 'vms', key: 'vms', kind: 'number', help: 'VMs of the first account, 0 to 10000 (12)' },
  { name: 'speed', key: 'speed', kind: 'number', help: 'simulated seconds per second (1)' },
  {
    name: 'ssh-port',
    key: 'sshPort',
    kind: 'number',
    help: 'running VMs answer there like ssh servers, each on its own address (nowhere)',
  },
  {
    name: 'base-path',
    key: 'basePath',
    kind: 'word',
    help: 'where the service lives, such as /v1',
  },
  {
    name: 'token-ttl',
    key: 'tokenTtlSeconds',
    kind: 'number',
    help: 'lifetime of access tokens in real seconds, whatever the speed (3600)',
  },
  {
    name: 'refresh-tokens',
    key: 'refreshTokens',
    kind: 'word',
    help: 'rotate (default) or keep',
  },
  {
    name: 'refresh-reuse',
    key: 'refreshReuse',
    kind: 'word',
    help: 'a used refresh token: reject (default), grace (good once more) or revoke (ends the login)',
  },
  {
    name: 'refresh-answer',
    key: 'refreshAnswer',
    kind: 'word',
    help: 'full (default), no-refresh-token, no-expires-in, access-only',
  },
  {
    name: 'vm-list',
    key: 'vmList',
    kind: 'word',
    help: 'array (default), items-total, vms, data-count, data-page-count',
  },
  { name: 'hide-destroyed', key: 'listDestroyed', kind: 'off-switch', help: 'not listed any more' },
  { name: 'offers', key: 'offers', kind: 'word', help: 'array (default), object' },
  { name: 'pricing', key: 'pricing', kind: 'word', help: 'array (default), object, map' },
  { name: 'usage-period', key: 'usagePeriod', kind: 'word', help: 'date-time (default), date' },
  { name: 'amounts', key: 'amounts', kind: 'word', help: 'in messages: plain (default), dollar' },
  { name: 'detail-422', key: 'detail422', kind: 'word', help: 'string (default), array' },
  {
    name: 'rate-reset',
    key: 'rateReset',
    kind: 'word',
    help: 'seconds-left (default), epoch-seconds, epoch-milliseconds',
  },
  {
    name: 'retry-after',
    key: 'retryAfter',
    kind: 'word',
    help: 'seconds (default), http-date, absent, negative, word, huge',
  },
  { name: 'login-per-minute', key: 'loginPerMinute', kind: 'number', help: '(5)' },
  { name: 'refresh-per-minute', key: 'refreshPerMinute', kind: 'number', help: '(10)' },
  { name: 'reads-per-minute', key: 'readsPerMinute', kind: 'number', help: '(600)' },
  { name: 'vm-operations-per-minute', key: 'vmOperationsPerMinute', kind: 'number', help: '(30)' },
  { name: 'max-limit', key: 'maxLimit', kind: 'number', help: 'greatest limit of a page (none)' },
  {
    name: 'over-max-limit',
    key: 'overMaxLimit',
    kind: 'word',
    help: 'a greater limit: clamp (default), reject',
  },
  { name: 'ignore-limit', key: 'ignoreLimit', kind: 'switch', help: 'every page has 50' },
  { name: 'ignore-offset', key: 'ignoreOffset', kind: 'switch', help: 'every page is the first' },
];

/** The text of `--help`. */
export function helpText(): string {
  const rows = [
    ...FLAGS.map(({ name, kind, help }) => {
      const value = kind === 'number' ? ' N' : kind === 'word' ? ' WORD' : '';
      return [`--${name}${value}`, help] as const;
    }),
    ['--json', 'print one line of JSON with the addresses and credentials'] as const,
    ['--help', 'print this'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return [
    'The rental service, simulated. Listens on 127.0.0.1 until it is interrupted.',
    '',
    'Usage: npm run simulator -- [options]',
    '',
    ...rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'What the document of the service does not show has several forms; see simulator/README.md.',
    '',
  ].join('\n');
}
