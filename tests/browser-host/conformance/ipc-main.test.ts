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
    'throws an error when invoking a handler that was removed',
    `${NEW} ipcMain.handle('test', () => {}); ipcMain.removeHandler('test'); ${invoke()} return answer.message`,
    "Error: No handler registered for 'test'",
  ],
  [
    'forbids multiple handlers',
    "ipcMain.handle('test', () => {}); ipcMain.handle('test', () => {})",
    /^Attempted to register a second handler for 'test'$/,
  ],
  [
    'handle: no function',
    "ipcMain.handle('test', 5)",
    /^Expected handler to be a function, but found type 'number'$/,
  ],
  [
    'a removed handler can be registered again',
    "ipcMain.handle('test', () => {}); ipcMain.removeHandler('test'); return ipcMain.handle('test', () => {})",
    undefined,
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
    'on: this',
    `${NEW} let self; ipcMain.on('test', function () { self = this; }); ${send()} return self === ipcMain`,
    true,
  ],
  [
    'can be replied to',
    `${NEW} ipcMain.on('test', (event) => event.reply('answer', 5)); ${send()} return [one.received.at(-1).channel, one.value(one.received.at(-1).args)]`,
    ['answer', [5]],
  ],
  [
    'event.sender.send',
    `${NEW} ipcMain.on('test', (event) => event.sender.send('answer')); ${send()} return one.received.at(-1).channel`,
    'answer',
  ],
  [
    'once',
    `${NEW} let count = 0; ipcMain.once('test', () => { count += 1; }); ${send()} ${send()} return count`,
    1,
  ],
  [
    'off',
    `${NEW} let count = 0; const add = () => { count += 1; }; ipcMain.on('test', add); ipcMain.off('test', add); ${send()} return count`,
    0,
  ],
  [
    'several listeners',
    `${NEW} const seen = []; ipcMain.on('test', () => seen.push(1)); ipcMain.on('test', () => seen.push(2)); ipcMain.prependListener('test', () => seen.push(0)); ${send()} return seen`,
    [0, 1, 2],
  ],
  [
    'removes only the given channel',
    "ipcMain.on('a', () => {}); ipcMain.on('b', () => {}); ipcMain.removeAllListeners('a'); return [ipcMain.listenerCount('a'), ipcMain.listenerCount('b')]",
    [0, 1],
  ],
  [
    'removes all channels if no channel is specified',
    "ipcMain.on('a', () => {}); ipcMain.removeAllListeners(); return ipcMain.eventNames()",
    [],
  ],
  ['is not used for internals', "ipcMain.eventNames().filter((name) => name !== 'error')", []],
  [
    'ipc-main-impl.ts: a channel named error',
    `${NEW} await one.say({ type: 'send', channel: 'error', args: encode([]) }); return uncaught`,
    [],
  ],
  [
    'emit by the app itself',
    "let given; ipcMain.on('test', (event, value) => { given = [event, value]; }); ipcMain.emit('test', 'event', 1); return given",
    ['event', 1],
  ],
  [
    'an exception in a listener',
    `${NEW} ipcMain.on('test', () => { throw new Error('mine'); }); ${send()} return uncaught.map(String)`,
    ['Error: mine'],
  ],
  ['a listener that is no function', "ipcMain.on('test', 5)", /must be of type function/],
  [
    'webContents.ipc: receives ipc messages sent from the WebContents',
    `${NEW} let given; contents.ipc.on('test', (_, value) => { given = value; }); ${send('[42]')} return given`,
    42,
  ],
  [
    'webContents.ipc: handles invoke messages sent from the WebContents',
    `${NEW} contents.ipc.handle('test', (_, num) => num * 2); ${invoke('[42]')} ${VALUE}`,
    84,
  ],
  [
    'webContents.ipc: cascades to ipcMain',
    `${NEW} const seen = []; ipcMain.on('test', () => seen.push('main')); contents.ipc.on('test', () => seen.push('contents')); ${send()} return seen`,
    ['contents', 'main'],
  ],
  [
    'webContents.ipc: overrides ipcMain handlers',
    `${NEW} contents.ipc.handle('test', () => 1); ipcMain.handle('test', () => 2); ${invoke()} ${VALUE}`,
    1,
  ],
  [
    'webContents.ipc: falls back to ipcMain handlers',
    `${NEW} ipcMain.handle('test', () => 2); ${invoke()} ${VALUE}`,
    2,
  ],
  [
    'ipc-message',
    `${NEW} let given; contents.on('ipc-message', (_, channel, ...args) => { given = [channel, args]; }); ${send('[1]')} return given`,
    ['test', [1]],
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
