import { resolve } from 'node:path';
import type { Clock } from '../../src/core/clock.ts';
import { startBrowserHost } from '../browser-host/index.ts';
import { type ElectronTrouble, type Ending, electronTrouble } from './electron-trouble.ts';
import { type WatchedProgram, watchProgram } from './watched-program.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/** ms after which an Electron that runs is taken to go on running: what keeps it from starting ends it within one or two. */
const SETTLED_MS = 5_000;

/** The app, running. */
export interface DemoApp {
  /** Null in Electron, which has a tray and a panel of its own. */
  readonly page: { readonly url: string; readonly control: string } | null;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
  /** Rejects with what it printed when it did not end well. */
  quit(): Promise<void>;
}

/** How starting it in Electron came out. */
export type ElectronStart =
  | { readonly kind: 'runs'; readonly app: DemoApp }
  /** Somebody quit it while it started. */
  | { readonly kind: 'quit' }
  | { readonly kind: 'failed'; readonly trouble: ElectronTrouble };

export async function startInBrowser(userData: string, port: number): Promise<DemoApp> {
  const onPrinted = (text: string) => void process.stderr.write(text);
  const host = await startBrowserHost({ userData, port, onPrinted });
  return {
    page: host,
    ended: host.ended,
    async quit() {
      const code = await host.close();
      if (code !== 0) throw new Error(`The app ended with ${code}; what it printed stands above.`);
    },
  };
}

/** Ctrl-C reaches the whole group of processes. */
function isWanted({ code, signal }: Ending): boolean {
  return code === 0 || signal === 'SIGINT' || signal === 'SIGTERM';
}

function runningElectron(program: WatchedProgram): DemoApp {
  let endedBy: Ending | null = null;
  let isAsked = false;
  const ended = program.ended.then((ending) => {
    endedBy = ending;
  });
  return {
    page: null,
    ended,
    async quit() {
      isAsked = endedBy === null;
      if (isAsked) program.kill('SIGTERM');
      const ending = await program.ended;
      if (isAsked || isWanted(ending)) return;
      const how = ending.signal ?? `code ${ending.code}`;
      // Why stands above: what it says is passed on.
      const { remedy } = electronTrouble(program.said(), ending);
      throw new Error([`Electron ended with ${how}.`, ...(remedy ?? [])].join('\n'));
    },
  };
}

/**
 * Starts the app in Electron, and waits until it has either ended or is likely to go on.
 * @param interrupted resolves when the demo is to end; it then counts as running, and `quit` ends it
 */
export async function startInElectron(
  binary: string,
  userData: string,
  { interrupted, clock }: { readonly interrupted: Promise<unknown>; readonly clock: Clock },
): Promise<ElectronStart> {
  const args = [`--user-data-dir=${userData}`, PROJECT];
  const program = watchProgram(binary, args, { stdio: 'ignore' }, clock);
  const settled = Promise.withResolvers<null>();
  const cancel = clock.after(SETTLED_MS, () => settled.resolve(null));
  const goesOn = Promise.race([settled.promise, interrupted.then(() => null)]);
  const ending = await Promise.race([program.ended, goesOn]);
  cancel();
  if (ending === null) {
    program.passOn();
    return { kind: 'runs', app: runningElectron(program) };
  }
  if (isWanted(ending)) return { kind: 'quit' };
  return { kind: 'failed', trouble: electronTrouble(program.said(), ending) };
}
