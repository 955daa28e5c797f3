import type { Environment } from '../state/app-state.ts';

/** A Linux computer with a tray that is online. */
export const environment: Environment = {
  platform: 'linux',
  version: '1',
  hasTray: true,
  isOnline: true,
};
