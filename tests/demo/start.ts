import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';
import { ELECTRON_INSTALL } from './electron-source.ts';
import { type RunResult, startApp } from './start-app.ts';
import { watchProgram } from './watched-program.ts';

// `npm start`, after the build, and `npm run dev`: the app in Electron, on your own settings. Since Electron 42 its binary
// is not installed with the package but fetched when it is first wanted.

async function run(command: string, args: readonly string[]): Promise<RunResult> {
  // On Windows what npm puts on the path is a script for its shell.
  const shell = process.platform === 'win32' && command === 'electron-vite';
  const program = watchProgram(command, args, { stdio: 'inherit', shell }, systemClock);
  program.passOn();
  // Ctrl-C reaches it by itself; both have to outlive us.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => program.kill('SIGTERM'));
  return { ending: await program.ended, said: program.said() };
}

const project = resolve(import.meta.dirname, '../..');
process.exitCode = await startApp(project, process.argv[2] === 'dev', {
  installed: electronBinary,
  fetch: () => void spawnSync(process.execPath, [ELECTRON_INSTALL], { stdio: 'inherit' }),
  run,
  say: console.log,
  complain: console.error,
});
