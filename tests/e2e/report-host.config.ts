import type { Reporter } from '@playwright/test/reporter';
import { electronBinary } from './hosts/electron-binary.ts';

/** Says in the last lines of the report where the specs ran. */
export default class HostReporter implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onExit(): Promise<void> {
    const binary = electronBinary();
    process.stdout.write(
      binary === null
        ? '\nHost: the browser host (tests/browser-host); Electron’s binary is not installed here.\n'
        : `\nHost: Electron (${binary})\n`,
    );
    return Promise.resolve();
  }
}
