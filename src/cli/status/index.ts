export { runStatus } from './run-status.ts';
export { givenSource, type StatusSource, storedSources } from './sources.ts';
export { sshCommands } from './ssh-commands.ts';
