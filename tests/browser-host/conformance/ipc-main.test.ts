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
    'receives a response from an asynchronous handler',
    `${NEW} ipcMain.handle('test', async (_, arg) => { await later(); return arg; }); ${invoke('[123]')} ${VALUE}`,
    123,
  ],
  [
    'receives an error from a synchronous handler',
    `${NEW} ipcMain.handle('test', () => { throw new Error('some error'); }); ${invoke()} return answer`,
    { type: 'failure', id: 4, message: 'Error: some error' },
  ],
  [
    'receives an error from an asynchronous handler',
    `${NEW} ipcMain.handle('test', async () => { throw new TypeError('some error'); }); ${invoke()} return answer.message`,
    'TypeError: some error',
  ],
  [
    'throws an error if no handler is registered',
    `${NEW} ${invoke()} return answer.message`,
    "Error: No handler registered for 'test'",
  ],
  [
    'forbids multiple handlers',
    "ipcMain.handle('test', () => {}); ipcMain.handle('test', () => {})",
    /^Attempted to register a second handler for 'test'$/,
  ],
  [
    'a result that cannot be cloned',
    `${NEW} ipcMain.handle('test', () => () => {}); ${invoke()} return answer.message`,
    'Error: An object could not be cloned.',
  ],
  [
    'an undefined result',
    `${NEW} ipcMain.handle('test', () => {}); ${invoke()} ${VALUE}`,
    undefined,
  ],
  [
    'the event of invoke',
    `${NEW} let event; ipcMain.handle('test', (given) => { event = given; }); ${invoke()} return [event.sender === contents, event.type, typeof event.processId, typeof event.frameId]`,
    [true, 'frame', 'number', 'number'],
  ],
  [
    'on',
    `${NEW} let given; ipcMain.on('test', (_, ...args) => { given = args; }); ${send("[1, 'a']")} return given`,
    [1, 'a'],
  ],
  [
    'event.sender.send',
    `${NEW} ipcMain.on('test', (event) => event.sender.send('answer')); ${send()} return one.received.at(-1).channel`,
    'answer',
  ],
  [
    'ipc-main-impl.ts: a channel named error',
    `${NEW} await one.say({ type: 'send', channel: 'error', args: encode([]) }); return uncaught`,
    [],
  ],
  [
    'a message of a destroyed window is dropped',
    `${NEW} let count = 0; ipcMain.on('test', () => { count += 1; }); window.destroy(); ${send()} return count`,
    0,
  ],
  [
    'an invoke of a destroyed window is dropped',
    `${NEW} let count = 0; ipcMain.handle('test', () => { count += 1; }); window.destroy(); ${invoke()} return [count, answer.type]`,
    [0, 'closed'],
  ],
  [
    'an answer to a destroyed window is dropped',
    `${NEW} ipcMain.handle('test', () => window.destroy()); ${invoke()} return answer.type`,
    'closed',
  ],
  [
    'a message of a page that has left is dropped',
    `${NEW} let count = 0; ipcMain.on('test', () => { count += 1; }); host.windows.open()[0].contents.detach(one); ${send()} return count`,
    0,
  ],
  [
    'answers go to the page that asked',
    `${NEW} ipcMain.handle('test', () => 1); const two = await loaded(); ${invoke()} return [answer.type, two.received.some(({ type }) => type === 'reply')]`,
    ['reply', false],
  ],
]);

conforms(
  'ipcMain before ready',
  [
    ['handle', "ipcMain.handle('test', () => {})", undefined],
    ['on', "ipcMain.on('test', () => {}) === ipcMain", true],
  ],
  { isReady: false },
);
