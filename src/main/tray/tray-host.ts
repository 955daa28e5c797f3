import { type Clock, sleep } from '../../core/clock.ts';

/** Who knows of trays on this desktop, and who wants to hear of ours. */
export interface TrayHostPorts {
  /** Whether the desktop shows tray icons; null: nobody could be asked. */
  ask(): Promise<boolean | null>;
  readonly clock: Clock;
  /** It came or went. Until the first time there is taken to be one. */
  onChange(hasTray: boolean): void;
}

/** What shows our icon, as far as can be told. It may come and go while we run: an extension is turned on or off. */
export interface TrayHost {
  /** Asks once. Where nobody can be asked, what was known stays. */
  look(): Promise<boolean>;
  /** Asks for some seconds before it takes no for an answer: at login the desktop may still be on its way. */
  lookPatiently(): Promise<boolean>;
  /** The icon was clicked, so it is there, whatever the bus says. */
  clicked(): void;
}

const TRIES = 5;
const BETWEEN_TRIES_MS = 1000;

/** Asks nobody before it is told to look. */
export function createTrayHost({ ask, clock, onChange }: TrayHostPorts): TrayHost {
  let known = true;
  /** The icon is in a tray that the bus knows nothing of, such as the older one of X11. */
  let isUnheardOf = false;

  function learn(hasTray: boolean): void {
    if (known === hasTray) return;
    known = hasTray;
    onChange(hasTray);
  }

  async function look(): Promise<boolean> {
    const answer = await ask();
    if (answer !== null) learn(answer || isUnheardOf);
    return known;
  }

  return {
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
      void ask().then((answer) => {
        isUnheardOf = answer === false;
      });
    },
  };
}
