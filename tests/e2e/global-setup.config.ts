import { electronBinary } from '../../scripts/electron.ts';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';

function hostLine(): string {
  const binary = electronBinary();
  return binary === null
    ? 'Host: the browser host (tests/browser-host); Electron is not installed.'
    : `Host: Electron (${binary})`;
}

/** Builds the bundles, and prints the host after the report. */
export default function prepare(): void {
  ensureBuilt(APP);
  // On exit, so that it follows the output of the reporters.
  process.once('exit', () => process.stdout.write(`\n${hostLine()}\n`));
}
