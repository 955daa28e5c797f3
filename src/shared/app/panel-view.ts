/** Where one can be in the panel. */
export type Screen =
  | { readonly kind: 'vms' }
  | { readonly kind: 'vm'; readonly accountId: string; readonly vmId: string }
  | { readonly kind: 'alerts' }
  | { readonly kind: 'accounts' }
  /** To an account that is there, or with null to another one. */
  | { readonly kind: 'signIn'; readonly accountId: string | null }
  | { readonly kind: 'settings' }
  | { readonly kind: 'keys' };

/** What the list may be sorted by: dearest, newest or by name first. */
export const LIST_ORDERS = ['rate', 'age', 'name'] as const;
/** The groups of the list, in order. */
export const LIST_GROUPS = ['running', 'changing', 'attention', 'stopped', 'destroyed'] as const;
/** Banners that tell how things are, and nothing that has to be done. */
export const DISMISSABLE = ['noTray', 'keptUntilQuit'] as const;
/** Characters of a filter. */
export const MAX_QUERY = 200;

/** What stands first: the dearest VM, the newest, or the first by name. */
export type ListOrder = (typeof LIST_ORDERS)[number];
/** Where a VM stands in the list, by what its status means. */
export type ListGroup = (typeof LIST_GROUPS)[number];
/** A banner that may be put away until GPU Tray is started again. */
export type Dismissable = (typeof DISMISSABLE)[number];

/** How the list is looked at. */
export interface ListView {
  /** The filter, at most `MAX_QUERY` characters. */
  readonly query: string;
  readonly order: ListOrder;
  readonly closedGroups: readonly ListGroup[];
  /** The row that the keys mean; null: none yet. */
  readonly activeKey: string | null;
  /** px. */
  readonly scrollTop: number;
}

/**
 * How the panel is looked at: kept by main while its window is freed, so that it comes back as it was left. Ends with the
 * app; nothing typed into a form is in it.
 */
export interface PanelView {
  readonly screen: Screen;
  readonly list: ListView;
  /** What was read and put away. */
  readonly dismissed: readonly Dismissable[];
}
