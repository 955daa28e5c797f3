/** User-visible strings of the panel's frame. */
export const messages = {
  crashTitle: 'The panel crashed',
  crash: 'GPU Tray is still running: alerts and the tray menu work.',
  reload: 'Reload',
  screens: 'Screens',
  launch: 'Launch a VM',
  offers: 'Prices and offers',
  settings: 'Settings',
  settingsHint: 'Settings (,)',
  refresh: 'Refresh',
  refreshHint: 'Refresh (F5)',
  updating: 'Updating…',
} as const;

export const alertsLabel = (count: number) => (count === 0 ? 'Alerts' : `Alerts · ${count}`);
export const accountsLabel = (count: number) => (count === 1 ? 'Account' : `Accounts · ${count}`);
