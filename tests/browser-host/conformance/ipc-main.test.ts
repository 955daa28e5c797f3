import { conforms } from '../testing/conform.ts';

const NEW =
  "protocol.handle('app', () => new Response('')); const window = new BrowserWindow({ show: false }); const contents = window.webContents; window.loadURL('app://bundle/'); const one = await loaded();";
const invoke = (args = '[]') =>
  `await one.say({ type: 'invoke', id: 4, channel: 'test', args: encode(${args}) }); const answer = one.received.at(-1);`;
const send = (args = '[]') =>
  `await one.say({ type: 'send', channel: 'test', args: encode(${args}) });`;
const VALUE = 'return one.value(answer.value)';

conforms('ipcMain', [
  [
    'receives a response from a synchronous handler',
    `${NEW} ipcMain.handle('test', (_, arg) => [arg, 3]); ${invoke('[123]')} ${VALUE}`,
    [123, 3],
  ],
  [
    'receives an error from a synchronous handler',
    `${NEW} ipcMain.handle('test', () => { throw new Error('some error'); }); ${invoke()} return answer`,
    { type: 'failure', id: 4, message: 'Error: some error' },
  ],
  [
    'the event of invoke',
    `${NEW} let event; ipcMain.handle('test', (given) => { event = given; }); ${invoke()} return [event.sender === contents, event.type, typeof event.processId, typeof event.frameId]`,
    [true, 'frame', 'number', 'number'],
  ],
  [
    'a message of a destroyed window is dropped',
    `${NEW} let count = 0; ipcMain.on('test', () => { count += 1; }); window.destroy(); ${send()} return count`,
    0,
  ],
  [
    'an answer to a destroyed window is dropped',
    `${NEW} ipcMain.handle('test', () => window.destroy()); ${invoke()} return answer.type`,
    'closed',
  ],
  [
    'answers go to the page that asked',
    `${NEW} ipcMain.handle('test', () => 1); const two = await loaded(); ${invoke()} return [answer.type, two.received.some(({ type }) => type === 'reply')]`,
    ['reply', false],
  ],
]);
