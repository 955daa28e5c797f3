import { expect, test } from 'vitest';
import { launchEnvironment } from './launch-environment.ts';

test("Electron's and Node's own variables stay with us", () => {
  const env = {
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '1',
    CHROME_DESKTOP: 'gpu-tray.desktop',
    NODE_CHANNEL_FD: '3',
    NODE_CHANNEL_SERIALIZATION_MODE: 'json',
    NODE_UNIQUE_ID: '1',
    PATH: '/usr/bin',
    SSH_AUTH_SOCK: '/run/agent',
    EMPTY: '',
    GONE: undefined,
  };
  expect(launchEnvironment(env)).toEqual({
    PATH: '/usr/bin',
    SSH_AUTH_SOCK: '/run/agent',
    EMPTY: '',
  });
});

test('the desktop is the true one again', () => {
  const env = { ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME', XDG_CURRENT_DESKTOP: 'Unity' };
  expect(launchEnvironment(env)).toEqual({ XDG_CURRENT_DESKTOP: 'GNOME' });
});

test('nothing leads into the AppImage any more', () => {
  const mount = '/tmp/.mount_gpu-trXYZ';
  const env = {
    APPDIR: mount,
    APPIMAGE: '/home/me/gpu-tray.AppImage',
    ARGV0: './gpu-tray.AppImage',
    OWD: '/home/me',
    PATH: `${mount}:${mount}/usr/sbin:/usr/local/bin:/usr/bin`,
    LD_LIBRARY_PATH: `${mount}/usr/lib:`,
    XDG_DATA_DIRS: `${mount}/usr/share/:/usr/share:/opt/share`,
    GSETTINGS_SCHEMA_DIR: `${mount}/usr/share/glib-2.0/schemas`,
    NEARBY: `${mount}-other/lib:/usr/lib`,
    HOME: '/home/me',
    TITLE: 'a::b',
  };
  expect(launchEnvironment(env)).toEqual({
    PATH: '/usr/local/bin:/usr/bin',
    XDG_DATA_DIRS: '/usr/share:/opt/share',
    NEARBY: `${mount}-other/lib:/usr/lib`,
    HOME: '/home/me',
    TITLE: 'a::b',
  });
});

test('without an AppImage its variables are the user’s', () => {
  const env = { OWD: '/x', LD_LIBRARY_PATH: '/opt/cuda/lib:', APPIMAGE: 'mine' };
  expect(launchEnvironment(env)).toEqual(env);
  expect(launchEnvironment({ APPDIR: '/', PATH: '/usr/bin' })).toEqual({ PATH: '/usr/bin' });
});
