import { EventEmitter } from 'node:events';

// Loaded ahead of a utility process: what Electron gives it in place of Node's own line to its parent.

const send = process.send?.bind(process);
const port = new EventEmitter();
process.on('message', (data) => void port.emit('message', { data, ports: [] }));
// Chromium ends the utility processes of an app that is gone, whatever they are doing.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
Reflect.deleteProperty(process, 'send');
Object.defineProperty(process, 'parentPort', {
  value: {
    on: port.on.bind(port),
    once: port.once.bind(port),
    postMessage: (message: object) => void send?.(message, undefined, undefined, () => {}),
  },
});
