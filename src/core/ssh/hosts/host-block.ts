import type { SshHost } from '../host.ts';
import { type HostContext, hostLines } from './host-lines.ts';

/** The lines for one host in our file, none when it has no address. */
export function hostBlock(host: SshHost, context: HostContext): readonly string[] {
  const lines = hostLines(host, context);
  if (lines.length === 0) return [];
  return [`Host ${host.alias}`, ...lines.map(([keyword, value]) => `    ${keyword} ${value}`)];
}
