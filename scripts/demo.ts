import { parseArgs } from 'node:util';
import { z } from 'zod';
import { HELP } from './demo/messages.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  const { values } = parseArgs({
    options: {
      'first-run': { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const port = z.coerce.number().int().min(0).max(65_535).safeParse(values.port);
  if (values.help) print(HELP);
  else if (!port.success) throw new Error('--port takes a number from 0 to 65535');
  else {
    // All of the application, of which the other cases need nothing.
    const { runDemo } = await import('./demo/run-demo.ts');
    const { 'first-run': isFirstRun, browser: isInBrowser } = values;
    await runDemo({ isFirstRun, isInBrowser, port: port.data }, print);
  }
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
