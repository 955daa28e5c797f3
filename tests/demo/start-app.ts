/** What starting the app in Electron needs of the machine. */
export interface StartPorts {
  /** Where Electron's binary is; null: not fetched yet. */
  installed(): string | null;
  /** Fetches it, which may take minutes and may fail. */
  fetch(): void;
  /** Runs a program to its end and answers its exit code. */
  run(command: string, args: readonly string[]): number;
  say(text: string): void;
  complain(text: string): void;
}

const NOT_FETCHED = `Electron could not be fetched, so the app cannot be started on your desktop.
Check that this computer reaches github.com, then run npm start again;
or run npm run demo, which shows the app in a browser without Electron.`;

/**
 * Runs the app in Electron, fetching that first where it is missing. Answers the exit code.
 * @param project its folder
 * @param isDev with hot reload
 */
export function startApp(project: string, isDev: boolean, ports: StartPorts): number {
  if (ports.installed() === null) {
    ports.say('Fetching Electron, once …');
    ports.fetch();
  }
  const binary = ports.installed();
  if (binary === null) {
    ports.complain(NOT_FETCHED);
    return 1;
  }
  return isDev ? ports.run('electron-vite', ['dev']) : ports.run(binary, [project]);
}
