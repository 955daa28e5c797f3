export const VM_OPERATIONS = ['start', 'stop', 'destroy'] as const;

export type VmOperation = (typeof VM_OPERATIONS)[number];

/** The user's own description of an account's service (`docs/service-profile.md`), which only its adapter reads. No secrets. */
export interface ServiceProfile {
  readonly consoleUrl?: string | undefined;
  readonly [section: string]: unknown;
}
