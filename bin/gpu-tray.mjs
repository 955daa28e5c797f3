#!/usr/bin/env node
// `gpu-tray`, once `npm link` has put it on the path. The command line is TypeScript, which the project's own Node runs as it
// is; whichever Node finds this file only passes on to that one, and so needs nothing newer than modules.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
// The real place of this file, not that of a link to it.
const project = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(project, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`gpu-tray: ${sentence}\n`);
  process.exit(1);
}

if (!existsSync(node)) {
  refuse(`GPU Tray is not installed in ${project}. Run "npm ci" in that folder, and try again.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
// Windows tells a whole console of Ctrl-C, and has no signals to pass on: `kill` would end it without a word.
const passOn = (signal) => {
  if (!isWindows) child.kill(signal);
};
// Before the command is started, which may be up, and we be told to end, before that returns.
for (const signal of signals) process.on(signal, passOn);

const command = join(project, 'src', 'cli', 'main.ts');
const child = spawn(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' });

child.once('error', ({ message }) => {
  refuse(`the project’s own Node could not be started (${message}). Run "npm ci" in ${project}.`);
});
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  // Ended as it was, so that a shell sees the same.
  for (const name of signals) process.off(name, passOn);
  process.kill(process.pid, signal);
});
