#!/usr/bin/env node
// `gpu-tray` as `npm link` puts it on the path. Runs the TypeScript command line with the project's own Node, so that any
// Node on the path will do.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const project = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(project, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/** @param {string} message */
function fail(message) {
  process.stderr.write(`gpu-tray: ${message}\n`);
  process.exit(1);
}

if (!existsSync(node)) {
  fail(`GPU Tray is not installed in ${project}. Run "npm ci" in that folder, then try again.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
// On Windows Ctrl-C reaches the whole console, and `kill` would end the child at once.
const forward = (signal) => {
  if (!isWindows) child.kill(signal);
};
// Before the spawn: a signal in between would leave the child behind.
for (const signal of signals) process.on(signal, forward);

const command = join(project, 'src', 'cli', 'main.ts');
const child = spawn(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' });

child.once('error', ({ message }) => {
  fail(`failed to start the project's Node (${message}). Run "npm ci" in ${project}.`);
});
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  // End with the same signal, so that the shell sees it.
  for (const name of signals) process.off(name, forward);
  process.kill(process.pid, signal);
});
