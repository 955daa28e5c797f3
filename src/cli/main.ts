#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Caches the compiled TypeScript between runs, since status bars start this every few seconds. In the user's own folder:
// Node's default is a shared temporary folder, where others could place code.
enableCompileCache(join(homedir(), '.cache', 'gpu-tray'));
const { runProcess } = await import('./process.ts');
await runProcess();
