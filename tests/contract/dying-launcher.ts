import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { applicationStarter } from '../../scripts/world/application.ts';
import { PROVIDER_IDS } from '../../src/shared/providers/providers.ts';
import { confirmOrder } from './confirm-order.ts';
import { createSharedTime } from './shared-time.ts';

// The application as a process that is killed while it orders a VM. Its argument: the schema. Prints a line before the order.

const { folder, now, ...place } = z
  .strictObject({
    folder: z.string(),
    now: z.number(),
    provider: z.enum(PROVIDER_IDS),
    baseUrl: z.string(),
    key: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const time = createSharedTime();
time.sleep(now - time.now());
const application = await applicationStarter({ folder, fetch: time.fetch, clock: time.clock })();
const request = await confirmOrder(application, time, place);
// Killed, this process ends without writing what it compiled, for the next start.
flushCompileCache();
process.stdout.write('ordering\n');
process.stdin.once('data', () => void time.passUntil(application.requests.launchVm(request)));
