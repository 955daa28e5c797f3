import { parseArgs } from 'node:util';
import { FIRST_PROVIDER, isProviderId, PROVIDER_IDS } from '../src/shared/providers/providers.ts';
import { runDay } from './soak/day.ts';
import { isOk, type Judged } from './soak/report.ts';
import { runAutoStops } from './soak/run-auto-stops.ts';

const HELP = `npm run soak -- [--hours N] [--seed N] [--providers IDS]

Runs the application's core on simulated time against the simulator with all its faults. When the faults have ended, it compares
VMs, rates and month with the service's, and the events with what happened. Then the app and gpu-tray watch run on one settings
folder: auto-stops of VMs whose records and lists disagree, with clocks that jump, and either program killed. Exits with 1 when a
row of the table fails.

  --hours N        simulated hours (default: 24)
  --seed N         repeats the run with that seed (default: a new one)
  --providers IDS  some of ${PROVIDER_IDS.join(',')} or all of them, one after the other (default: ${FIRST_PROVIDER})
`;

try {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '24' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      providers: { type: 'string', default: FIRST_PROVIDER },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [hours, seed] = [Number(values.hours), Number(values.seed)];
  const named = values.providers === 'all' ? PROVIDER_IDS : values.providers.split(',');
  const providers = named.filter(isProviderId);
  if (values.help) console.log(HELP);
  else if (!(hours >= 0.5 && hours <= 10_000))
    throw new Error('--hours takes a number from 0.5 to 10000');
  else if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32))
    throw new Error('--seed takes a whole number from 0 to 4294967295');
  else if (providers.length < named.length)
    throw new Error(`--providers takes some of ${PROVIDER_IDS.join(',')} or all`);
  else {
    console.log(`${hours} h with --seed ${seed}`);
    const judged: (readonly [string, Judged])[] = [];
    for (const each of providers) judged.push([each, await runDay(each, hours, seed)]);
    judged.push(['auto-stops', await runAutoStops(hours, seed)]);
    for (const [part, { findings, rows }] of judged) {
      for (const finding of findings) console.log(finding);
      const shown = rows.map((row) => ({ part, ...row, result: isOk(row) ? 'ok' : 'FAILED' }));
      console.table(shown, ['part', 'name', 'found', 'least', 'most', 'result']);
    }
    process.exitCode = judged.every(([, { rows }]) => rows.every(isOk)) ? 0 : 1;
  }
} catch (error) {
  console.error(`soak: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
