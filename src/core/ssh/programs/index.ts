export { isProgram } from './is-program.ts';
export { onPath, type ProgramSearch, pathFolders, programIn, variable } from './search.ts';
