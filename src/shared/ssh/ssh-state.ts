/** A login as set by the user. A null field is left to the provider's login, then to ssh and the user's SSH config. */
export interface SshLogin {
  readonly user: string | null;
  readonly port: number | null;
  /** Path of a private key as the user typed it; `~/` is the home folder. */
  readonly identityFile: string | null;
}

/** Leaves everything to ssh. */
export const EMPTY_LOGIN: SshLogin = { user: null, port: null, identityFile: null };

export const isSet = ({ user, port, identityFile }: SshLogin) =>
  user !== null || port !== null || identityFile !== null;

/** Whether an editor connects by the VM's alias, which needs the Include. JetBrains Gateway does not read SSH config files. */
export function usesVmName(editorId: string): boolean {
  return editorId !== 'jetbrains-gateway';
}

/** Which VMs a login applies to. A field that is null falls back from the VM to its account to all VMs. */
export type LoginScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'vm'; readonly accountId: string; readonly vmId: string };

export interface SshLogins {
  readonly all: SshLogin;
  readonly accounts: Readonly<Record<string, SshLogin>>;
  /** By `vmKey`. */
  readonly vms: Readonly<Record<string, SshLogin>>;
}

/** `active`: ssh reads our SSH config, before other lines; `unknown`: ssh fails, or is missing. */
export const INCLUDE_STATES = ['absent', 'active', 'unknown'] as const;

/** Only with `active` does every ssh client resolve the aliases; otherwise commands use the address. */
export type IncludeState = (typeof INCLUDE_STATES)[number];

/** The user's SSH config has options for every name with the prefix of the short names, such as under `Host gpu-*`. */
export interface NamePattern {
  readonly prefix: string;
  /** As ssh prints them, such as `proxyjump login.example.com`. */
  readonly options: readonly string[];
  /** A prefix without such options; null: none was found. */
  readonly other: string | null;
}

export const COPYABLE = ['ssh', 'address', 'scp'] as const;

/** `ssh` and `scp` are complete commands, quoted for the user's shell. */
export type Copyable = (typeof COPYABLE)[number];

export interface FoundProgram {
  readonly id: string;
  readonly name: string;
}

export interface SshState {
  readonly include: IncludeState;
  readonly terminals: readonly FoundProgram[];
  readonly editors: readonly FoundProgram[];
  readonly logins: SshLogins;
}

export interface VmLogin {
  /** `gpu-train-1`; null until our SSH files contain it. */
  readonly alias: string | null;
  /** Quoted login command, by alias only while the Include is active. Null: not running, no address, or not in our SSH files. */
  readonly command: string | null;
  /** Whether it has an address that is safe to connect to. */
  readonly hasAddress: boolean;
  /**
   * `waiting`: running, but SSH does not answer yet; `silent`: nor has it for minutes, so that there may be no SSH server; `ready`: SSH
   * answered; null: not running, or only a proxy would answer.
   */
  readonly reach: 'waiting' | 'silent' | 'ready' | null;
}

export interface VmRef {
  readonly accountId: string;
  readonly vmId: string;
}

export function vmKey(accountId: string, vmId: string): string {
  return `${accountId}/${vmId}`;
}

export interface SshSlice {
  readonly ssh: SshState;
  /** By `vmKey`. */
  readonly vmSshAccess: Readonly<Record<string, VmLogin>>;
}
