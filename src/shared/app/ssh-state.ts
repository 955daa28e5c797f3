import type { Template } from '../domain/index.ts';

/** How to log in; null and nothing leave it to ssh and its configuration, since the service documents none of it. */
export interface SshLogin {
  readonly user: string | null;
  readonly port: number | null;
  /** Path of a private key, as the user gave it; `~/` is the home folder. */
  readonly identityFile: string | null;
  /** Further lines of ssh_config(5), each `Keyword value`. */
  readonly options: readonly string[];
}

/** Whether an editor logs in by a VM's name, which ssh knows through the Include alone; JetBrains Gateway never reads ssh's files. */
export function usesVmName(editorId: string): boolean {
  return editorId !== 'jetbrains-gateway';
}

/** Which VMs a login holds for. What one of them leaves open is taken from the one before it: all, account, template. */
export type LoginScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'template'; readonly template: Template };

/** The logins as the user set them. */
export interface SshLogins {
  readonly all: SshLogin;
  /** By account id. */
  readonly accounts: Readonly<Record<string, SshLogin>>;
  /** By template. */
  readonly templates: Readonly<Record<string, SshLogin>>;
}

/**
 * How the line in the user's own `~/.ssh/config` stands, through which `ssh gpu-…` finds the VMs. `notFirst`: another line
 * than an Include stands before it, and makes it conditional or wins over ours; `unknown`: the file cannot be read.
 */
export const INCLUDE_STATES = ['absent', 'active', 'notFirst', 'unknown'] as const;

/** Only with `active` does ssh know the names everywhere; otherwise commands are the long ones. */
export type IncludeState = (typeof INCLUDE_STATES)[number];

/** What of a VM can be put on the clipboard. */
export const COPYABLE = ['ssh', 'address', 'scp', 'tunnel'] as const;

/** `ssh`, `scp` and `tunnel` are whole commands, quoted for the user's shell. */
export type Copyable = (typeof COPYABLE)[number];

/** A terminal or an editor that was found on this computer. */
export interface FoundProgram {
  readonly id: string;
  readonly name: string;
}

/** What is known of ssh on this computer. */
export interface SshState {
  readonly include: IncludeState;
  /** In the order of preference. */
  readonly terminals: readonly FoundProgram[];
  readonly editors: readonly FoundProgram[];
  readonly logins: SshLogins;
}

/** How one logs in to a VM. */
export interface VmLogin {
  /** `gpu-train-1`; null until ssh's files have its name. */
  readonly alias: string | null;
  /** Whether it has an address that may be connected to. */
  readonly hasAddress: boolean;
  /** `waiting`: it runs, and ssh does not answer yet; `ready`: it did; null: it does not run. */
  readonly reach: 'waiting' | 'ready' | null;
  /** As the user told; the service does not. */
  readonly template: Template | null;
  /** It answers with another host key than the one that was stored; fingerprints with their key types. */
  readonly changedKey: ChangedKey | null;
}

/** Fingerprints as ssh prints them, each behind the type of its key; `offered` is what the VM shows now. */
export interface ChangedKey {
  readonly stored: readonly string[];
  readonly offered: readonly string[];
}

/** The key of a VM among the VMs of all accounts. */
export function vmKey(accountId: string, vmId: string): string {
  return `${accountId}/${vmId}`;
}
