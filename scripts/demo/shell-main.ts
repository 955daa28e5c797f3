import { runShell } from './shell.ts';

// `gpu-tray demo` of the package: bin/gpu-tray.mjs loads the bundle of this file.
try {
  process.exitCode = await runShell((text) => void process.stdout.write(text));
} catch (error) {
  process.stderr.write(`gpu-tray: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
