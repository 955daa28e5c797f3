import { type Ending, electronTrouble } from './electron-trouble.ts';

/** How a program ended, and what it said on standard error. */
export interface RunResult {
  readonly ending: Ending;
  readonly said: string;
}

/** What starting the app in Electron needs of the machine. */
export interface StartPorts {
  /** Where Electron's binary is; null: not fetched yet. */
  installed(): string | null;
  /** Fetches it, which may take minutes and may fail. */
  fetch(): void;
  /** Runs a program to its end, passing on what it says. */
  run(command: string, args: readonly string[]): Promise<RunResult>;
  say(text: string): void;
  complain(text: string): void;
}

const NOT_FETCHED = `Electron could not be fetched, so the app cannot be started on your desktop.
Check that this computer reaches github.com, then run npm start again;
or run npm run demo, which shows the app in a browser without Electron.`;

const IN_BROWSER = 'Without it, npm run demo shows the app in a browser.';

/**
 * Runs the app in Electron, fetching that first where it is missing. Answers the exit code.
 * @param project its folder
 * @param isDev with hot reload
 */
export async function startApp(
  project: string,
  isDev: boolean,
  ports: StartPorts,
): Promise<number> {
  if (ports.installed() === null) {
    ports.say('Fetching Electron, once …');
    ports.fetch();
  }
  const binary = ports.installed();
  if (binary === null) {
    ports.complain(NOT_FETCHED);
    return 1;
  }
  const { ending, said } = isDev
    ? await ports.run('electron-vite', ['dev'])
    : await ports.run(binary, [project]);
  if (ending.code === 0) return 0;
  const { remedy } = electronTrouble(said, ending);
  if (remedy !== null) ports.complain([...remedy, IN_BROWSER].join('\n'));
  return ending.code ?? 1;
}
