import { EventEmitter } from 'node:events';

// Preloaded into a utility process: replaces Node's IPC channel by Electron's `parentPort`.

const send = process.send?.bind(process);
const port = new EventEmitter();
/** Messages wait for the first listener. */
let waiting: unknown[] | null = [];
const emit = (message: unknown) =>
  void port.emit('message', { data: Reflect.get(Object(message), 'data'), ports: [] });
process.on('message', (message) => void (waiting?.push(message) ?? emit(message)));
// Only a listener keeps the process running.
process.channel?.unref();
port.on('newListener', (event) => {
  if (event !== 'message' || waiting === null) return;
  process.channel?.ref();
  const queued = waiting;
  waiting = null;
  queueMicrotask(() => queued.forEach(emit));
});
// Chromium kills the utility processes of an app that is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
Reflect.deleteProperty(process, 'send');
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, {
    postMessage(data: unknown) {
      send?.({ data: structuredClone(data) }, undefined, undefined, () => {});
    },
  }),
});
