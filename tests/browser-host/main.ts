import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type HostArguments, runHost } from './run-host.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

const schema = z.object({
  app: z.string().default(PROJECT),
  'user-data': z.string({ error: '--user-data DIR is required: the folder of the app’s settings' }),
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  offline: z.boolean().default(false),
});

/** @throws an `Error` with a message for people */
function readArguments(argv: readonly string[]): HostArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      app: { type: 'string' },
      'user-data': { type: 'string' },
      port: { type: 'string' },
      offline: { type: 'boolean' },
    },
  });
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new Error(parsed.error.issues.map((each) => each.message).join('; '));
  const { app, 'user-data': userData, port, offline: isOffline } = parsed.data;
  return { app: resolve(app), userData: resolve(userData), port, isOffline };
}

try {
  await runHost(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`browser-host: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
