export { isProgram } from './is-program.ts';
export { launchEnvironment } from './launch-environment.ts';
export { onPath, type ProgramSearch, pathFolders, programIn, variable } from './search.ts';
