import { z } from 'zod';
import { DISMISSABLE, LIST_GROUPS, LIST_ORDERS, MAX_QUERY, type PanelView } from '../app/index.ts';

const id = z.string().min(1).max(128);

/** px; a million VMs are not as high. */
const MAX_LIST = 1e8;

/** Bounded throughout, since main keeps what the panel says. */
export const panelViewSchema: z.ZodType<PanelView> = z.strictObject({
  screen: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('vm'), accountId: id, vmId: id }),
    z.strictObject({ kind: z.literal('signIn'), accountId: id.nullable() }),
    z.strictObject({ kind: z.enum(['vms', 'alerts', 'accounts', 'settings', 'keys']) }),
  ]),
  list: z.strictObject({
    query: z.string().max(MAX_QUERY),
    order: z.enum(LIST_ORDERS),
    closedGroups: z.array(z.enum(LIST_GROUPS)).max(LIST_GROUPS.length),
    // An account, a slash and a VM.
    activeKey: z.string().max(257).nullable(),
    scrollTop: z.number().nonnegative().max(MAX_LIST),
  }),
  dismissed: z.array(z.enum(DISMISSABLE)).max(DISMISSABLE.length),
});
