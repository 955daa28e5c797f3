export const messages = {
  title: 'Use short names?',
  logIn: 'Log in with ',
  insteadOf: ' instead of ',
  where: ', in any terminal and in your editor.',
  user: 'User name on your VMs',
  userHint: 'Optional. Empty uses your SSH config.',
  add: 'Add',
  skip: 'Not now',
  done: 'Continue',
} as const;
