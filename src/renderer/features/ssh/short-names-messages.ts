/** Every text of the question for short names. */
export const messages = {
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
} as const;
