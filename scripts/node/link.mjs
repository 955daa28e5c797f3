// Makes `node_modules/.bin/node` again: npm before 11 removes it with the programs of other platforms, whose link has the same
// name. Runs at the end of `npm ci`, in any Node that the system has.

import { existsSync, linkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const program = isWindows ? 'node.exe' : 'node';
const modules = new URL('../../node_modules/', import.meta.url);
const source = fileURLToPath(new URL(`${folder}/bin/${program}`, modules));
const link = fileURLToPath(new URL(`.bin/${program}`, modules));

if (existsSync(source)) {
  if (!existsSync(link)) linkSync(source, link);
} else if (!process.features.typescript) {
  // The scripts are TypeScript.
  console.error(
    `Node 22.18+ or 24+ is required, this is ${process.version}. Install one, then run "npm ci" again.`,
  );
  process.exit(1);
}
