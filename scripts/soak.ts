import { parseArgs } from 'node:util';
import { z } from 'zod';
import { FIRST_PROVIDER, isProviderId, PROVIDER_IDS } from '../src/shared/providers/providers.ts';
import { isOk, type Judged, table } from './soak/report.ts';
import { runAutoStops } from './soak/run-auto-stops.ts';
import { runLaunches } from './soak/run-launches.ts';
import { runSoak } from './soak/run-soak.ts';

const HELP = `npm run soak -- [--hours N] [--seed N] [--providers IDS]

Runs the application's core on simulated time against the simulator with all its faults. Each time that the faults have ended,
it compares the VMs, rates and month with the simulator's, and the events with what happened. Then it orders VMs while answers are
lost, doubled or refused, and judges what is said of them by the simulator's list. Then the app and gpu-tray watch run
as two processes on one settings folder, in the same simulated time: auto-stops of all kinds on VMs whose records and lists
disagree, with clocks that jump, either process killed (SIGKILL), and their messages to a receiver on this computer that is slow,
full, broken or down. Exits with 1 when a row of the table fails.

  --hours N        simulated hours (default: 24)
  --seed N         repeats the run with that seed (default: a new one)
  --providers IDS  some of ${PROVIDER_IDS.join(',')} or all of them, one after the other (default: ${FIRST_PROVIDER})
`;

const MAX_FINDINGS = 40;

const number = (text: string, schema: z.ZodNumber) =>
  text === '' ? undefined : schema.safeParse(Number(text)).data;

try {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '24' },
      seed: { type: 'string' },
      providers: { type: 'string', default: FIRST_PROVIDER },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const hours = number(values.hours, z.number().min(0.5).max(10_000));
  const chosen = values.seed ?? String(Math.floor(Math.random() * 2 ** 32));
  const named = values.providers === 'all' ? PROVIDER_IDS : values.providers.split(',');
  const providers = named.filter(isProviderId);
  const seed = number(chosen, z.int().min(0).max(0xffffffff));
  if (values.help) console.log(HELP);
  else if (hours === undefined) throw new Error('--hours takes a number from 0.5 to 10000');
  else if (seed === undefined) throw new Error('--seed takes a whole number from 0 to 4294967295');
  else if (providers.length < named.length)
    throw new Error(`--providers takes some of ${PROVIDER_IDS.join(',')} or all`);
  else {
    console.log(`${hours} h with --seed ${seed}`);
    const judged: Judged[] = [];
    for (const provider of providers) {
      console.log(provider);
      judged.push(await runSoak(provider, hours, seed));
      judged.push(await runLaunches(provider, hours, seed));
    }
    judged.push(await runAutoStops(hours, seed));
    const findings = judged.flatMap((each) => each.findings);
    const rows = judged.flatMap((each) => each.rows);
    const more = findings.length - MAX_FINDINGS;
    for (const finding of findings.slice(0, MAX_FINDINGS)) console.log(finding);
    if (more > 0) console.log(`… and ${more} more`);
    console.log(`\n${table(rows)}`);
    process.exitCode = rows.every(isOk) ? 0 : 1;
  }
} catch (error) {
  console.error(`soak: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
