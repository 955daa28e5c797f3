export { createConsent } from './consent.ts';
export { withConsent } from './with-consent.ts';
