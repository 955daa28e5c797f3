import { type KeytarAnswer, type KeytarCall, SERVICE_NAME } from './keytar-protocol.ts';

/*
 * The program of the helper process, and the only file that loads keytar: its native calls can hang, starve the thread pool
 * or crash. Started by `forkHelper` on Node and by `utilityProcess.fork` in Electron.
 *
 * Never call `findCredentials` or `findPassword`: they crash on a locked collection, and on another program's item with our
 * service name and no account (atom/node-keytar#477).
 */

/** A process with Electron's `parentPort` in a utility process; core does not import Electron. */
type HelperSelf = NodeJS.Process & {
  readonly parentPort?: {
    postMessage(message: KeytarAnswer): void;
    on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  };
};

async function perform(call: KeytarCall): Promise<string | boolean | null> {
  // Loaded with the first call, so that a load error is an answer rather than a crash.
  const { default: keytar } = await import('keytar');
  switch (call.op) {
    case 'get':
      return keytar.getPassword(SERVICE_NAME, call.item);
    case 'set':
      await keytar.setPassword(SERVICE_NAME, call.item, call.value);
      return null;
    case 'delete':
      return keytar.deletePassword(SERVICE_NAME, call.item);
  }
}

async function answer(call: KeytarCall): Promise<KeytarAnswer> {
  try {
    return { value: await perform(call) };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'no reason given';
    // An error text must not quote the value.
    const refusal = call.op === 'set' ? text.replaceAll(call.value, '[redacted]') : text;
    return { refusal: refusal.slice(0, 500) };
  }
}

/** Only the client that started this process sends messages. Loading zod would take half of the start. */
const isCall = (message: unknown): message is KeytarCall =>
  typeof message === 'object' && message !== null && 'op' in message && 'item' in message;

function serve(self: HelperSelf): void {
  const port = self.parentPort;
  const send = (message: KeytarAnswer) => {
    // The callback ignores the error of a closed channel, which `disconnect` handles.
    if (port === undefined) self.send?.(message, undefined, undefined, () => {});
    else port.postMessage(message);
  };
  const receive = (message: unknown) => {
    if (isCall(message)) void answer(message).then(send);
  };
  if (port === undefined) {
    self.on('message', receive);
    // An orderly exit would wait for a keychain call in progress. Electron ends its utility processes itself.
    self.once('disconnect', () => self.kill(self.pid, 'SIGKILL'));
  } else port.on('message', ({ data }) => receive(data));
  send({ value: null });
}

serve(process);
