import type { Scope } from '../world/index.ts';

/** What an endpoint needs. */
export type Permission = 'view-vms' | 'rent-vms' | 'view-billing';

/** The document gives a summary per scope; this is what it comes to for the endpoints it shows. */
export function permits(scope: Scope, permission: Permission): boolean {
  switch (scope) {
    case 'read_write':
      return true;
    case 'read_only':
      return permission !== 'rent-vms';
    case 'billing_only':
      return permission === 'view-billing';
  }
}
