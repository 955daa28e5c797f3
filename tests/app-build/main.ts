import { APP, CLI, ensureBuilt } from './ensure-built.ts';

// Runs before a command that needs the bundles and uses standard output itself.
try {
  for (const build of [APP, CLI]) ensureBuilt(build, (text) => void process.stderr.write(text));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
