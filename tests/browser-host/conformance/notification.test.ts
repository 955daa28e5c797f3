import { conforms } from '../testing/conform.ts';

const NEW = "const note = new Notification({ title: 'title', body: 'body' });";
const SHOWN = `${NEW} const seen = log(note, 'show', 'click', 'close', 'failed'); note.show(); await later();`;

const PRESSED =
  "const note = new Notification({ title: 'title', actions: [{ type: 'button', text: 'Do' }] }); let given; note.on('action', ({ actionIndex, selectionIndex }, ...args) => { given = [actionIndex, selectionIndex, args]; }); note.show(); await later(); await act({ action: 'press-notification-button', index: 0 }); return given";

conforms('Notification', [
  [
    'docs/api/notification.md isSupported',
    "await act({ action: 'fail', call: 'Notification.isSupported', error: '' }); return Notification.isSupported()",
    false,
  ],
  [
    'libnotify_notification.cc Show: show comes within the call',
    `${NEW} const seen = log(note, 'show'); note.show(); return seen`,
    ['show'],
  ],
  [
    'libnotify_notification.cc Show: failed comes within the call',
    `await act({ action: 'fail', call: 'Notification.show', error: 'no daemon' }); ${NEW} const seen = log(note, 'show', 'failed'); note.show(); return seen`,
    ['failed'],
  ],
  [
    'docs/api/notification.md click',
    `${SHOWN} await act({ action: 'click-notification', index: 0 }); return seen`,
    ['show', 'click'],
  ],
  ['docs/api/structures/notification-action.md: no buttons', PRESSED, /has no button/],
]);

for (const platform of ['darwin', 'win32'] as const)
  conforms(
    `Notification on ${platform}`,
    [
      [
        'cocoa_notification.mm, windows_toast_notification.cc: show comes later',
        `${NEW} const seen = log(note, 'show'); note.show(); const during = [...seen]; await later(); return [during, seen]`,
        [[], ['show']],
      ],
      [
        'cocoa_notification.mm, windows_toast_notification.cc: failed comes later',
        `await act({ action: 'fail', call: 'Notification.show', error: 'no' }); ${NEW} const seen = log(note, 'failed'); note.show(); const during = [...seen]; await later(); return [during, seen]`,
        [[], ['failed']],
      ],
      ['electron_api_notification.cc NotificationAction', PRESSED, [0, -1, [0, -1]]],
    ],
    { platform },
  );
