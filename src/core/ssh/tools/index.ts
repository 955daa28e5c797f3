export { type AskSsh, askSsh, type SshAnswer } from './ask-ssh.ts';
export { configArguments, type Homes, userConfigPath } from './config-arguments.ts';
export { configPath, configWord, slashed, underHome } from './config-word.ts';
export type { FindSshTools, SshTools } from './find-tools.ts';
export { systemSshTools } from './system-tools.ts';
