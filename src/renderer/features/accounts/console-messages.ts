/** Every text of the links to an account’s web console. */
export const messages = {
  url: 'Console URL',
  hint: 'Of the web console for funds, API keys and the portal. The API does not report it.',
  problem: 'Enter an address that starts with https://, or leave it empty.',
  open: 'Open console ↗',
  ask: 'Open console…',
  openPage: 'Open its page ↗',
} as const;
