export const USAGE_GROUPS = ['vm', 'account', 'gpu'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];
