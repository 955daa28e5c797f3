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
  like: z.enum(['x11', 'wayland']).default('x11'),
  scale: z.coerce.number().min(1).max(4).default(1),
  screens: z.coerce.number().int().min(1).max(4).default(1),
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
      like: { type: 'string' },
      scale: { type: 'string' },
      screens: { type: 'string' },
    },
  });
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new Error(parsed.error.issues.map((each) => each.message).join('; '));
  const { app, 'user-data': userData, offline: isOffline, ...others } = parsed.data;
  return { ...others, app: resolve(app), userData: resolve(userData), isOffline };
}

try {
  await runHost(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`browser-host: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
