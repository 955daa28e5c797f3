import type { BoundedRun } from '../../core/bounded-run.ts';
import type { Clock } from '../../core/clock.ts';
import { sleep } from '../../core/clock.ts';

/** What shows tray icons on Linux goes by this name on the session bus. */
const HOST = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';

/** The same question for each program that can ask it; one of them is on every desktop we know of. */
const QUESTIONS: readonly (readonly [program: string, args: readonly string[]])[] = [
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${BUS}`, '/', `${BUS}.NameHasOwner`, `string:${HOST}`],
  ],
  [
    'gdbus',
    [
      ...['call', '--session', `--dest=${BUS}`, '--object-path=/'],
      ...[`--method=${BUS}.NameHasOwner`, HOST],
    ],
  ],
  ['busctl', ['--user', 'call', BUS, '/', BUS, 'NameHasOwner', 's', HOST]],
];

/** Null: nobody could be asked. */
async function ask(run: BoundedRun): Promise<boolean | null> {
  for (const [program, args] of QUESTIONS) {
    const outcome = await run(program, args);
    if (outcome.state === 'absent') continue;
    const word = outcome.state === 'done' ? /\b(true|false)\b/.exec(outcome.stdout)?.[1] : null;
    return word === 'true' || word === 'false' ? word === 'true' : null;
  }
  return null;
}

/** At login the desktop may still be on its way when we are started. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 1000;

/** Whether this desktop shows tray icons; GNOME does not without an extension. Where it cannot be told, it is taken to. */
export async function findTrayHost(run: BoundedRun, clock: Clock): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if ((await ask(run)) !== false) return true;
    if (tries < TRIES) await sleep(clock, BETWEEN_TRIES_MS);
  }
  return false;
}
