/** Every text of the questions after the first sign-in. */
export const messages = {
  question: 'Alert me when the hourly rate exceeds…',
  effect: 'You get one notification when all your VMs together cost more than this per hour.',
  /** Followed by the rate. */
  currentRate: 'You now spend ',
  limit: (currency: string) => `Limit, ${currency} per hour`,
  set: 'Set alert',
  none: 'No alert',
  hint: 'You can change it at any time.',
  names: {
    title: 'Use short names?',
    logIn: 'Log in with ',
    insteadOf: ' instead of ',
    where: ', in any terminal and in your editor.',
    example: 'gpu-scratch',
    file: 'Adds two lines at the top of your SSH config.',
    show: 'Show the change',
    hide: 'Hide the change',
    user: 'User name on your VMs',
    userHint: 'Optional. Empty uses your SSH config.',
    add: 'Add',
    skip: 'Not now',
    done: 'Continue',
  },
} as const;
