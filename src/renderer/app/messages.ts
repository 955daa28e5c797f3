export const messages = {
  crashTitle: 'The panel crashed',
  crash: 'GPU Tray is still running: alerts and the tray menu work.',
  reload: 'Reload',
  screens: 'Screens',
  vms: 'VMs',
  usage: 'Usage',
  launch: 'Launch',
  offers: 'Offers',
  settings: 'Settings',
  refresh: 'Refresh',
  refreshHint: 'Refresh (F5)',
  updating: 'Updating…',
  retrying: 'Retrying…',
} as const;

export const alertsLabel = (count: number) => (count === 0 ? 'Alerts' : `Alerts ${count}`);
