import { conforms } from '../testing/conform.ts';

conforms('session', [
  [
    'session.fromPartition: the same session for a name',
    "[session.fromPartition('a') === session.fromPartition('a', { cache: false }), session.fromPartition('a') === session.fromPartition('b'), session.fromPartition('') === session.defaultSession]",
    [true, false, true],
  ],
  [
    'session.protocol: handlers of one session',
    "session.fromPartition('a').protocol.handle('test-scheme', () => new Response('x')); const text = await (await session.fromPartition('a').fetch('test-scheme://foo')).text(); return [text, await net.fetch('test-scheme://foo').catch(String)]",
    ['x', 'Error: net::ERR_UNKNOWN_URL_SCHEME'],
  ],
  [
    'session.protocol: handlers of the default session alone',
    "protocol.handle('test-scheme', () => new Response('x')); return session.fromPartition('a').fetch('test-scheme://foo')",
    /^net::ERR_UNKNOWN_URL_SCHEME$/,
  ],
  [
    'will-download: docs/api/session.md',
    "const window = new BrowserWindow({ show: false }); let url; session.defaultSession.on('will-download', (event, item) => { url = item.getURL(); event.preventDefault(); }); const answer = await act({ action: 'request-download', url: 'https://x/y' }); return [url, answer.isAllowed]",
    ['https://x/y', false],
  ],
  [
    'permissions are granted without a handler',
    "const window = new BrowserWindow({ show: false }); return (await act({ action: 'request-permission', permission: 'geolocation' })).isGranted",
    true,
  ],
  [
    'setPermissionRequestHandler',
    "const window = new BrowserWindow({ show: false }); session.defaultSession.setPermissionRequestHandler((contents, permission, callback) => callback(permission === 'media')); return (await act({ action: 'request-permission', permission: 'geolocation' })).isGranted",
    false,
  ],
  [
    'setPermissionCheckHandler',
    "const window = new BrowserWindow({ show: false }); session.defaultSession.setPermissionCheckHandler(() => false); return (await act({ action: 'request-permission', permission: 'geolocation' })).isGranted",
    false,
  ],
]);
