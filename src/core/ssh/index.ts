export type { ArmedAnswer, ArmedOrder, ArmedStop, CallVm } from './armed/armed-stops.ts';
export {
  loginCommand,
  portForwardCommand,
  type SshSetup,
  scpCommand,
  sshArguments,
} from './commands/arguments.ts';
export { type Command, commandLine, quoteFor, type Shell, Unquotable } from './commands/quote.ts';
export { vmSlug } from './config/aliases.ts';
export type { HostUpdate } from './config/host-update.ts';
export { explainKey, type KeyComparison } from './config/known-hosts.ts';
export { DEFAULT_PORT, keyOf, type SshHost, type SshVm } from './host.ts';
export { EDITORS, editorAddress } from './launch/editors.ts';
export { type LaunchPorts, openFirstTerminal } from './launch/open-terminal.ts';
export {
  customTerminal,
  findTerminals,
  parseTerminalCommand,
  systemTerminalSearch,
  type Terminal,
} from './launch/terminals.ts';
export type { AskGpus, GpuAnswer } from './load/ask-gpus.ts';
export { readLocalKey, readLocalKeys } from './local-keys.ts';
export { sshLoginsOf, withSshLogin } from './logins.ts';
export { openSsh, type Ssh, type SshPorts, systemSshPlaces } from './open-ssh.ts';
export { answersSsh } from './probe/answers-ssh.ts';
export { createReachWatch, type ReachTarget } from './probe/reach-watch.ts';
export { exists, isCurrent, sshAddress, sshVmsOf, vmAddresses } from './ssh-vms.ts';
