import type { SshLogin } from '../../shared/app/index.ts';

export type { SshLogin };

/** A login that leaves everything to ssh. */
export const PLAIN_LOGIN: SshLogin = { user: null, port: null, identityFile: null, options: [] };

/** Where ssh goes when a login says nothing else; the user's own configuration may. */
export const DEFAULT_PORT = 22;

/** A VM as far as ssh is concerned. All text in it is the service's and hostile, but for the address. */
export interface SshVm {
  readonly accountId: string;
  /** The service's base URL: ids are unique within one service. */
  readonly serviceUrl: string;
  readonly vmId: string;
  readonly label: string | null;
  readonly vmid: number | null;
  readonly gpuType: string | null;
  /** Passed by `sshAddress`, or null. */
  readonly address: string | null;
  readonly login: SshLogin;
}

/** A VM to log in to, by whatever names it has. Nothing in it needs a quote, but for the login's identity file and options. */
export interface SshTarget {
  readonly accountId: string;
  readonly vmId: string;
  /** `gpu-` and `[a-z0-9-]`, unique on this machine. Null where no file of ours knows it. */
  readonly alias: string | null;
  /** `gpu-tray-vm-<id>`: under this name its host key is stored, so a recycled address never cries wolf. */
  readonly hostKeyAlias: string;
  /** Null while the VM has none: it keeps its names, and there is no block for it. */
  readonly address: string | null;
  readonly login: SshLogin;
}

/** A VM with the name that it goes by in ssh. */
export interface SshHost extends SshTarget {
  readonly alias: string;
}
