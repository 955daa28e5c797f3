/** What the rows of a usage table are. */
export const USAGE_GROUPS = ['vm', 'account', 'gpu'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];
