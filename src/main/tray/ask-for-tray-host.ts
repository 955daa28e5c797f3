import type { BoundedRun } from '../../core/run-with-timeout.ts';

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

/** Whether this desktop shows tray icons; GNOME does not without an extension. Null: nobody could be asked. */
export async function askForTrayHost(run: BoundedRun): Promise<boolean | null> {
  for (const [program, args] of QUESTIONS) {
    const outcome = await run(program, args);
    if (outcome.state === 'absent') continue;
    const word = outcome.state === 'done' ? /\b(true|false)\b/.exec(outcome.stdout)?.[1] : null;
    return word === 'true' || word === 'false' ? word === 'true' : null;
  }
  return null;
}
