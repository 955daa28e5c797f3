/** Every text of the question for a limit after the first sign-in. */
export const messages = {
  question: 'Alert me when the hourly rate exceeds…',
  effect: 'You get one notification when all your VMs together cost more than this per hour.',
  /** Followed by the rate. */
  currentRate: 'You now spend ',
  limit: 'Limit, $ per hour',
  set: 'Set alert',
  none: 'No alert',
  hint: 'You can change it at any time.',
} as const;
