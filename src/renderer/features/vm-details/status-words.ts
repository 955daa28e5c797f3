import { vmPhase } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** What a status means for whoever wants to log in and pays; no more than the service says. @param hasAddress of the VM */
export function statusWords(status: string, hasAddress: boolean): string {
  switch (vmPhase(status)) {
    case 'running':
      return hasAddress ? 'Running.' : 'Running, but without an address yet.';
    case 'changing':
      return `The service is still at it: ${status}.`;
    case 'stopped':
      return 'Stopped. What is kept on its disk may still be billed.';
    case 'interrupted':
      return 'The service has interrupted it; it cannot be logged in to.';
    case 'failed':
      return 'The service says that it failed. The console may say why.';
    case 'offline':
      return 'The service cannot reach it.';
    case 'destroyed':
      return 'Destroyed: it is gone.';
    case 'unknown':
      return `The service calls it “${printable(status).slice(0, 80)}”, which GPU Tray does not know.`;
  }
}
