import module from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';

// The imports below are compiled once per version, and then read from the user's own folder. Electron waits for it. An AppImage
// has another path at each start, so that nothing would be found again.
if (!process.env['APPIMAGE'])
  module.enableCompileCache(join(app.getPath('userData'), 'compiled', app.getVersion()));
await import('./index.ts');
