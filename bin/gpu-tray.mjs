#!/usr/bin/env node
// `gpu-tray` on the path: runs the bundle, which the package of the command line contains and which `npm ci` builds in a checkout.

// Importing `node:fs` or `node:child_process` would cost every start 10 ms.
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);
const project = dirname(dirname(file));
const words = process.argv.slice(2);
// `watch` has a bundle of its own, which can all commands: a VM may have that name.
const name = words.join(' ') === 'demo' ? 'demo' : words.includes('watch') ? 'cli/watch' : 'cli';
const bundle = new URL(`../out/${name}/main.js`, import.meta.url);

/** `node:sqlite` needs no flag. */
function isSupported() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 13);
}

/** @param {string} text */
function fail(text) {
  process.stderr.write(`gpu-tray: ${text}\n`);
  process.exit(1);
}

function failUnbuilt() {
  fail(`The command line is not built. Run "npm ci" in ${project}, then try again.`);
}

/** Runs this file with the Node of the checkout, if there is one. */
async function runWithNewerNode() {
  const { spawn } = await import('node:child_process');
  const { existsSync } = await import('node:fs');
  if (!existsSync(bundle)) failUnbuilt();
  const isWindows = process.platform === 'win32';
  const node = join(project, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(node)) fail(`Node 22.13+ or 24+ is required, this is ${process.version}.`);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
  // On Windows Ctrl-C reaches the whole console, and `kill` would end the child at once.
  const forward = (signal) => {
    if (!isWindows) child.kill(signal);
  };
  // Before the spawn: a signal in between would leave the child behind.
  for (const signal of signals) process.on(signal, forward);
  const child = spawn(node, [file, ...words], { stdio: 'inherit' });
  child.once('error', ({ message }) => fail(`Failed to start ${node} (${message}).`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // End with the same signal, so that the shell sees it.
    for (const name of signals) process.off(name, forward);
    process.kill(process.pid, signal);
  });
}

/** The user's home folder; empty where `HOME` is, or where the system has none. */
function homeFolder() {
  try {
    return homedir();
  } catch {
    return '';
  }
}

if (isSupported()) {
  // Node 22 warns at each use of `node:sqlite`.
  const { emitWarning } = process;
  process.emitWarning = (warning, ...more) => {
    if (more[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...more);
  };
  // For status bars, which start this every few seconds. In the user's own folder: Node's default is a shared temporary
  // folder, where others could place code.
  const home = homeFolder();
  if (home !== '') module.enableCompileCache(join(home, '.cache', 'gpu-tray'));
  await import(bundle.href).catch((error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== bundle.href) throw error;
    failUnbuilt();
  });
} else await runWithNewerNode();
