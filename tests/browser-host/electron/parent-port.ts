import { EventEmitter } from 'node:events';

// Preloaded into a utility process: replaces Node's IPC channel by Electron's `parentPort`.

const send = process.send?.bind(process);
const port = new EventEmitter();
process.on('message', (data) => void port.emit('message', { data, ports: [] }));
// Chromium kills the utility processes of an app that is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
Reflect.deleteProperty(process, 'send');
Object.defineProperty(process, 'parentPort', {
  value: {
    on: port.on.bind(port),
    once: port.once.bind(port),
    postMessage: (message: object) => void send?.(message, undefined, undefined, () => {}),
  },
});
