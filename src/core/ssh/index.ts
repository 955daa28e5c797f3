export {
  type Command,
  quoteFor,
  type Shell,
  type SshSetup,
  scpArguments,
  sshArguments,
  tunnelArguments,
  Unquotable,
} from './command/index.ts';
export { DEFAULT_PORT, type SshHost, type SshVm } from './host.ts';
export { type SshNews, UnusableSshFolder } from './hosts/index.ts';
export type { IncludeResult } from './include/user-include.ts';
export { explainKey, type KeyComparison } from './known-hosts/index.ts';
export { customTerminal, parseTerminalCommand } from './launch/custom-terminal.ts';
export { EDITORS, type Editor, editorAddress } from './launch/editors.ts';
export { launchProblem, openFirstTerminal } from './launch/open-terminal.ts';
export { findTerminals, systemTerminalSearch, type Terminal } from './launch/terminals.ts';
export { openSsh, type Ssh, type SshPlaces, type SshPorts } from './open-ssh.ts';
export { type RunsWhere, runningOption } from './options/index.ts';
export { answersSsh, createReachWatch, type ReachTarget } from './reach/index.ts';
export { sshAddress } from './ssh-address.ts';
export { systemSshPlaces, systemUid } from './system-places.ts';
export {
  isThere,
  type LoginWishes,
  plainHost,
  sshLoginsOf,
  sshVmsOf,
  type VmTemplates,
  vmAddresses,
  vmTemplatesOf,
  withSshLogin,
  withVmTemplate,
} from './vms/index.ts';
