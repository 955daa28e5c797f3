/** Every text of the about screen. */
export const messages = {
  title: 'About',
  version: (version: string) => `GPU Tray ${version}`,
  updates: 'Updates',
  updatesHint:
    'GPU Tray does not check for updates. Install a newer version over this one; your settings are kept.',
  diagnostics: 'Diagnostics',
  diagnosticsHint: 'Checks what can prevent GPU Tray from working, and says what to do.',
  openDiagnostics: 'Open diagnostics',
  licenses: 'Licenses',
  own: 'GPU Tray is open source under the MIT license. It includes these packages:',
  chromium: 'Electron includes Chromium, whose licenses are in LICENSES.chromium.html of Electron.',
} as const;
