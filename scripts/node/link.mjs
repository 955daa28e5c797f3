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

if (existsSync(source) && !existsSync(link)) linkSync(source, link);
