#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Keeps what Node makes of our TypeScript between runs: a status bar starts this every few seconds. In the user's own folder,
// since the default lies in a folder for temporary files where others could put code for us to run.
enableCompileCache(join(homedir(), '.cache', 'gpu-tray'));
await import('./cli.ts');
