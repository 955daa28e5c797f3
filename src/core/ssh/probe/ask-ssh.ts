import { printable } from '../../../shared/format/index.ts';
import type { RunProgram } from '../../run-with-timeout.ts';
import type { FindSshTools } from './ssh-tools.ts';

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

/** @param run with a timeout: a `Match exec` or a name server of the user's may hang */
export function createAskSsh(
  tools: FindSshTools,
  run: RunProgram,
  configArguments: () => readonly string[],
): AskSsh {
  return async (name, address) => {
    const { ssh } = tools();
    const hostName = address === undefined ? [] : ['-o', `HostName=${address}`];
    const args = [...configArguments(), ...hostName, '-G', '--', name];
    const outcome = ssh === null ? null : await run(ssh, args);
    if (outcome?.state === 'done') return settingsIn(outcome.stdout);
    if (outcome?.state !== 'failed') return 'ssh is missing or timed out';
    return printable(outcome.stderr.trim().split('\n')[0] ?? '').slice(0, 300);
  };
}
