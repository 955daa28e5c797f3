import type { RequestInput } from '../../shared/ipc/index.ts';

interface VmReference {
  readonly accountId: string;
  readonly vmId: string;
}

/** What a click on a menu item asks for: plain data, so that menus can be compared and tested. */
export type TrayAction =
  | (VmReference & { readonly kind: 'openTerminal' | 'showVm' })
  | ({ readonly kind: 'copy' } & RequestInput<'copyFromVm'>)
  | ({ readonly kind: 'openEditor' } & RequestInput<'openEditor'>)
  | { readonly kind: 'openConsole'; readonly accountId: string }
  | ({ readonly kind: 'snooze' } & RequestInput<'snoozeAlert'>)
  | { readonly kind: 'refresh' | 'openPanel' | 'showVms' | 'showAlerts' | 'showSettings' | 'quit' };
