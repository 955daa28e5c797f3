import type { SshHost } from '../host.ts';
import { hostBlock } from './host-block.ts';
import type { HostContext } from './host-lines.ts';

const HEAD = [
  '# The VMs you rent, written by GPU Tray. Changes made here are lost;',
  '# user, port, identity file and further options are in its settings.',
];

/** The whole text of our file, ending in a newline; hosts by alias, so that the same hosts make the same text. */
export function configText(hosts: readonly SshHost[], context: HostContext): string {
  const sorted = hosts.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
  const blocks = sorted.map((host) => hostBlock(host, context)).filter(({ length }) => length > 0);
  return `${[HEAD, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n')}`;
}

/** The aliases that a text of ours has blocks for. */
export function aliasesIn(text: string): readonly string[] {
  return [...text.matchAll(/^Host (\S+)$/gm)].map(([, alias = '']) => alias);
}
