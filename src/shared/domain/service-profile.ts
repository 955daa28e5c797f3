/** What can be done with a VM where the account's service profile says how. */
export const VM_OPERATIONS = ['start', 'stop', 'destroy'] as const;

export type VmOperation = (typeof VM_OPERATIONS)[number];

/** How an operation is requested: without a body, at a path below the service URL that contains `{vm_id}`. */
export interface ProfileOperation {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** What the service's document does not show, written by the user (`docs/service-profile.md`). Contains no secrets. */
export interface ServiceProfile {
  /** https. */
  readonly consoleUrl?: string | undefined;
  readonly operations?:
    | Readonly<Partial<Record<VmOperation, ProfileOperation | undefined>>>
    | undefined;
  readonly balance?: ProfileBalance | undefined;
  /** Where the list of the user's SSH keys is: a path below the service URL. */
  readonly sshKeys?: { readonly path: string } | undefined;
}

/** An SSH key that the service knows. */
export interface SshKey {
  readonly id: string;
  /** The id where it has no name. */
  readonly name: string;
}

/** Where the balance is: a path below the service URL, and the amount in its JSON (RFC 6901). */
export interface ProfileBalance {
  readonly path: string;
  readonly pointer: string;
}
