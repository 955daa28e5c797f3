import type { Log } from '../core/log.ts';
import { describeDefect } from './desktop/log.ts';
import { isSuspendedIo } from './suspended-io.ts';

/** The two events of a process that tell what nobody caught. */
interface DefectSource {
  on(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown;
}

/** Writes down what nobody caught. Without this Electron would open a dialog about it, even for requests that sleep ended. */
export function recordDefects(source: DefectSource, log: Log): void {
  const record = (event: string) => (error: unknown) => {
    if (isSuspendedIo(error)) log.info('network.suspended');
    else log.error(event, describeDefect(error));
  };
  source.on('uncaughtException', record('defect.exception'));
  source.on('unhandledRejection', record('defect.rejection'));
}
