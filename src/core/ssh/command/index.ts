export type { Command } from './command.ts';
export { quoteFor, type Shell } from './quote.ts';
export { scpArguments, type Transfer } from './scp-arguments.ts';
export type { SshSetup } from './setup.ts';
export { sshArguments, type Tunnel, tunnelArguments } from './ssh-arguments.ts';
export { Unquotable } from './unquotable.ts';
