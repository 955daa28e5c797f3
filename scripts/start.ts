import { resolve } from 'node:path';
import { downloadElectron, electronBinary } from './electron.ts';
import { electronProblem } from './electron-problem.ts';
import { watchProgram } from './watch-program.ts';

// `npm start` and `npm run dev`: the app in Electron on your own settings, the latter with hot reload of the panel.

const PROJECT = resolve(import.meta.dirname, '..');

const NOT_DOWNLOADED = `Failed to download Electron.
Check that this computer reaches github.com, then run npm start again;
or run npm run demo, which shows the app in a browser without Electron.`;

async function run(command: string, args: readonly string[]): Promise<number> {
  // On Windows the programs that npm puts on the path are shell scripts.
  const shell = process.platform === 'win32' && command === 'electron-vite';
  const program = watchProgram(command, args, { stdio: 'inherit', shell });
  // Ctrl-C reaches the child directly; this process outlives it to report its exit code.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => program.kill('SIGTERM'));
  const ending = await program.ended;
  if (ending.code === 0) return 0;
  const { fix } = electronProblem(program.stderr(), ending);
  if (fix.length > 0)
    console.error([...fix, 'Or run npm run demo, which shows the app in a browser.'].join('\n'));
  return ending.code ?? 1;
}

if (electronBinary() === null) console.log('Downloading Electron (once)…');
const binary = electronBinary() ?? downloadElectron();
if (binary === null) {
  console.error(NOT_DOWNLOADED);
  process.exitCode = 1;
} else {
  process.exitCode = await (process.argv[2] === 'dev'
    ? run('electron-vite', ['dev'])
    : run(binary, [PROJECT]));
}
