import { hostname } from 'node:os';
import { clipped, printable } from '../../shared/format/index.ts';

const MAX_NAME = 40;

/** How people know this computer: its host name without the domain, which changes with the network. */
export function computerName(host = hostname()): string {
  const [name = ''] = printable(host).split('.');
  return clipped(name.trim(), MAX_NAME) || 'a computer';
}
