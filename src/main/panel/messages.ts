export const messages = {
  notLoaded: 'Failed to load the panel.',
  notLoadedAction: 'Open it again. If it still fails, reinstall GPU Tray.',
};
