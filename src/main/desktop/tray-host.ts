import { type Clock, sleep } from '../../core/clock.ts';
import type { RunProgram } from '../../core/run-with-timeout.ts';

/** The bus name of the program that shows tray icons on Linux. */
const HOST = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';

/** The same query for each program that can send it; every known desktop has one of them. */
const QUERIES: readonly (readonly [program: string, args: readonly string[]])[] = [
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${BUS}`, '/', `${BUS}.NameHasOwner`, `string:${HOST}`],
  ],
  ['busctl', ['--user', 'call', BUS, '/', BUS, 'NameHasOwner', 's', HOST]],
];

/** Whether a Linux desktop shows tray icons; GNOME needs an extension for it. Null: unknown. */
export async function queryTrayHost(run: RunProgram): Promise<boolean | null> {
  for (const [program, args] of QUERIES) {
    const outcome = await run(program, args);
    if (outcome.state === 'absent') continue;
    const reply = outcome.state === 'done' ? /\b(true|false)\b/.exec(outcome.stdout)?.[1] : null;
    return reply === 'true' || reply === 'false' ? reply === 'true' : null;
  }
  return null;
}

export interface TrayHostPorts {
  /** Whether the desktop shows tray icons; null: unknown. */
  query(): Promise<boolean | null>;
  readonly clock: Clock;
  /** The tray came or went; it counts as there until the first query. */
  onChange(hasTray: boolean): void;
}

/** Whether the desktop shows our icon. This changes at run time, when an extension is turned on or off. */
export interface TrayHost {
  /** The result of the last query; true before the first. */
  hasTray(): boolean;
  /** Queries once; an unknown result keeps the last one. */
  look(): Promise<boolean>;
  /** Queries for a few seconds before it resolves to false: at login the desktop may still be starting. */
  lookPatiently(): Promise<boolean>;
  /** The icon was clicked, so it is visible, whatever the bus reports. */
  clicked(): void;
}

const TRIES = 5;
const BETWEEN_TRIES_MS = 1000;

/** Sends no query before `look`. */
export function createTrayHost({ query, clock, onChange }: TrayHostPorts): TrayHost {
  let known = true;
  /** The icon is in a tray that is not on the bus, such as the older one of X11. */
  let isOffBus = false;

  function learn(hasTray: boolean): void {
    if (known === hasTray) return;
    known = hasTray;
    onChange(hasTray);
  }

  async function look(): Promise<boolean> {
    const reply = await query();
    if (reply !== null) learn(reply || isOffBus);
    return known;
  }

  return {
    hasTray: () => known,
    look,
    async lookPatiently() {
      for (let tries = 1; ; tries += 1) {
        if ((await look()) || tries === TRIES) return known;
        await sleep(clock, BETWEEN_TRIES_MS);
      }
    },
    clicked() {
      if (known) return;
      learn(true);
      void query().then((reply) => {
        isOffBus = reply === false;
      });
    },
  };
}
