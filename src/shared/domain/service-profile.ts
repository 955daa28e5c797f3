import type { RequestOutput } from '../ipc/index.ts';

/** Operations that the service profile can define. */
export const VM_OPERATIONS = ['start', 'stop', 'destroy'] as const;

export type VmOperation = (typeof VM_OPERATIONS)[number];

/** How an operation is requested: without a body, at a path below the service URL that contains `{vm_id}`. */
export interface ProfileOperation {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** Endpoints that are not documented, written by the user (`docs/service-profile.md`). Contains no secrets. */
export interface ServiceProfile {
  readonly consoleUrl?: string | undefined;
  readonly operations?:
    | Readonly<Partial<Record<VmOperation, ProfileOperation | undefined>>>
    | undefined;
  readonly balance?: ProfileBalance | undefined;
  /** A path below the service URL. */
  readonly sshKeys?: { readonly path: string } | undefined;
}

export type SshKey = RequestOutput<'readSshKeys'>[number];

/** A path below the service URL, and the pointer to the amount in its JSON (RFC 6901). */
export interface ProfileBalance {
  readonly path: string;
  readonly pointer: string;
}
