import type { KeytarReply } from './keytar-child.ts';
import {
  isKeytarRequest,
  type KeytarRequest,
  type ParentChannel,
  parentChannel,
  SERVICE_NAME,
} from './keytar-protocol.ts';

/*
 * The program of the helper process, and the only file that loads keytar: its native calls can hang, starve the thread pool
 * or crash. Started by `forkHelper` on Node and by `utilityProcess.fork` in Electron.
 *
 * Never call `findCredentials` or `findPassword`: they crash on a locked collection, and on another program's item with our
 * service name and no account (atom/node-keytar#477).
 */

async function perform(request: KeytarRequest): Promise<string | boolean | null> {
  // Loaded with the first call, so that a load error is a reply rather than a crash.
  const { default: keytar } = await import('keytar');
  switch (request.op) {
    case 'get':
      return keytar.getPassword(SERVICE_NAME, request.item);
    case 'set':
      await keytar.setPassword(SERVICE_NAME, request.item, request.value);
      return null;
    case 'delete':
      return keytar.deletePassword(SERVICE_NAME, request.item);
  }
}

async function answer(request: KeytarRequest): Promise<KeytarReply> {
  try {
    return { id: request.id, value: await perform(request) };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'no reason given';
    // An error text must not quote the value.
    const refusal = request.op === 'set' ? text.replaceAll(request.value, '[redacted]') : text;
    return { id: request.id, refusal: refusal.slice(0, 500) };
  }
}

function serve(channel: ParentChannel): void {
  channel.onMessage((message) => {
    // An invalid message has no id to reply to; the parent's deadline covers it.
    if (isKeytarRequest(message)) void answer(message).then((reply) => channel.send(reply));
  });
  channel.send({ ready: true });
}

const channel = parentChannel(process);
if (channel) serve(channel);
else process.exitCode = 1;
