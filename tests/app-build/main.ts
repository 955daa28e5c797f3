import { ensureBuilt } from './ensure-built.ts';

// Ahead of a command that runs the bundles. Standard output belongs to that one.
try {
  ensureBuilt((text) => void process.stderr.write(text));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
