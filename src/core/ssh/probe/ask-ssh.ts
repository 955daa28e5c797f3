import { printable } from '../../../shared/format/index.ts';
import type { RunSsh } from './ssh-programs.ts';

/** By lower-case keyword; the values of a repeated one are joined by line ends. */
export type SshSettings = ReadonlyMap<string, string>;

/** The settings that ssh prints for a name (`ssh -G`), without a connection, or why there are none. @param address in place of `HostName` */
export type AskSsh = (name: string, address?: string) => Promise<SshSettings | string>;

function settingsIn(output: string): SshSettings {
  const settings = new Map<string, string>();
  for (const line of output.split(/\r?\n/)) {
    const [, keyword = '', value = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const before = settings.get(keyword);
    if (keyword !== '') settings.set(keyword, before === undefined ? value : `${before}\n${value}`);
  }
  return settings;
}

/** ms: a `Match exec` or a name server of the user's may hang. */
const TIMEOUT_MS = 5_000;

export function createAskSsh(run: RunSsh, configArguments: () => readonly string[]): AskSsh {
  return async (name, address) => {
    const hostName = address === undefined ? [] : ['-o', `HostName=${address}`];
    const args = [...configArguments(), ...hostName, '-G', '--', name];
    const outcome = await run('ssh', args, { timeoutMs: TIMEOUT_MS });
    if (outcome.state === 'done') return settingsIn(outcome.stdout);
    if (outcome.state !== 'failed') return 'ssh is missing or timed out';
    return printable(outcome.stderr.trim().split('\n')[0] ?? '').slice(0, 300);
  };
}
