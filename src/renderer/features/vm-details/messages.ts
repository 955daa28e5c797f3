import type { VmLogin } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { ago } from '../../ui/time.ts';

const list = new Intl.ListFormat('en');

/** Texts of the VM details. The fields' names are in `vm-fields.ts`. */
export const messages = {
  title: 'VM',
  gone: 'This VM is no longer in the list.',
  back: 'Back to the list',
  billedNow: 'Billed now: ',
  unknown: '—',
  ssh: 'SSH',
  copied: 'Copied',
  opening: 'Opening…',
  openTerminal: 'Open in terminal',
  openTerminalHint: 'Open in terminal (O)',
  copySsh: { label: 'Copy SSH', fullLabel: 'Copy SSH command' },
  copies: {
    address: { label: 'Copy IP', fullLabel: 'Copy IP address' },
    scp: { label: 'Copy scp', fullLabel: 'Copy scp command' },
  },
  openConsole: 'Open console',
  openIn: (editor: string) => `Open in ${editor}`,
  noTerminal: 'No terminal found on this computer.',
  chooseTerminal: 'Choose a terminal',
  noConsole: 'No console link yet.',
  addConsole: 'Add the console URL',
  shortName: 'Short name:',
  shortNameOff: '(off).',
  setUpNames: 'Set up short SSH names…',
  forward: {
    open: 'Copy port forward…',
    port: 'Port to forward',
    copy: 'Copy port forward',
    invalid: 'Enter a port from 1 to 65535.',
  },
  login: {
    title: (isSet: boolean) => `Login for this VM${isSet ? ' (set)' : ''}`,
    hint: 'Empty fields use the login from Settings.',
  },
  hostKey: {
    check: 'Check host key',
    checking: 'Checking…',
    stillChanged: 'Checked just now: still the key reported above.',
    removal: 'Command that removes the stored key',
    removalHint: 'Run it once you have verified the new key.',
    changed: 'Host key changed',
    stored: 'Stored at the first login',
    offered: 'Reported now',
    advice:
      'A reinstalled VM has new host keys; so does another machine that answers at its address. Compare the key reported now with the one in the VM’s console before you trust it.',
  },
} as const;

/** What short names would add. @param editors names of the editors that need them */
export function shortNameUse(editors: readonly string[]): string {
  return editors.length === 0 ? '' : `Turn on short names to open VMs in ${list.format(editors)}. `;
}

function diskText(billed: number | null): string {
  if (billed === 0) return '';
  return billed === null ? ' Its disk may still be billed.' : ' Its disk still bills.';
}

type StatusFields = Pick<Vm, 'status' | 'ipAddress' | 'stoppedAt'>;

/** A VM's status as a sentence. @param billed $/h; null: unknown @param now ms since the epoch */
export function statusText(vm: StatusFields, billed: number | null, now: number): string {
  const status = printable(vm.status).slice(0, 80);
  switch (vmPhase(vm.status)) {
    case 'running':
      return vm.ipAddress === null ? 'Running, no IP address yet.' : 'Running.';
    case 'changing':
      return `${status.charAt(0).toUpperCase()}${status.slice(1)}…`;
    case 'stopped':
      return `Stopped.${diskText(billed)}`;
    case 'interrupted': {
      const at = parseDateTime(vm.stoppedAt);
      return `Interrupted${at === null ? '' : ` ${ago(at, now)}`}.${diskText(billed)}`;
    }
    case 'failed':
      return 'Failed. The console may show why.';
    case 'offline':
      return 'Offline: the service can’t reach it.';
    case 'destroyed':
      return 'Destroyed.';
    case 'unknown':
      return `Unknown status “${status}”.`;
  }
}

/** Login state of a VM that is not probed. */
function unprobedText(status: string): string {
  switch (vmPhase(status)) {
    case 'stopped':
      return 'Not running. Start it to log in.';
    case 'changing':
    case 'interrupted':
    case 'failed':
    case 'destroyed':
      return 'Not running.';
    case 'offline':
      return 'SSH is unlikely to work while the VM is offline.';
    case 'running':
    case 'unknown':
      return 'SSH not checked yet.';
  }
}

/** Login state of a VM as a sentence. @param login undefined: not in our SSH files yet */
export function loginText(
  { ipAddress, status }: Pick<Vm, 'ipAddress' | 'status'>,
  login: VmLogin | undefined,
): string {
  if (vmPhase(status) === 'destroyed') return 'This VM is gone.';
  if (ipAddress === null) return 'No IP address yet.';
  if (login === undefined) return 'SSH settings not written yet.';
  if (!login.hasAddress) return 'The service reported an invalid IP address.';
  if (login.changedKey !== null) return 'ssh refuses to connect because the host key changed.';
  switch (login.reach) {
    case 'waiting':
      return 'Starting up: SSH not ready yet.';
    case 'ready':
      return 'SSH is ready.';
    case null:
      return unprobedText(status);
  }
}
