import { isIP } from 'node:net';
import { type SshLogin, vmKey } from '../../shared/ssh/index.ts';

/** Used where the login sets no port; the user's own SSH config may set another. */
export const DEFAULT_PORT = 22;

export interface VmRef {
  readonly accountId: string;
  readonly vmId: string;
}

export const keyOf = ({ accountId, vmId }: VmRef) => vmKey(accountId, vmId);

/** A VM as input for SSH. Its text comes from the service and is hostile, except for the checked address. */
export interface SshVm extends VmRef {
  /** The service's base URL: VM ids are unique within one service. */
  readonly serviceUrl: string;
  readonly label: string | null;
  readonly vmid: number | null;
  /** From `sshAddress`, or null. */
  readonly address: string | null;
  readonly login: SshLogin;
}

/** A VM to log in to. Nothing in it needs quoting, except the identity file. */
export interface SshHost extends VmRef {
  /** `gpu-` and `[a-z0-9-]`, unique on this computer. */
  readonly alias: string;
  /** `gpu-tray-vm-<id>`: its host key is stored under this name, so a recycled IP address causes no false warning. */
  readonly hostKeyAlias: string;
  /** Null while the VM has none: it keeps its alias, but gets no `Host` block. */
  readonly address: string | null;
  readonly login: SshLogin;
}

/** Whether the text is an IP address without a zone, which ssh would expand. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
