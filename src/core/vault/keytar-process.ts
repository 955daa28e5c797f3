import { type KeytarReply, KeytarRequest, SERVICE_NAME } from './keytar-protocol.ts';
import { type ParentLine, parentLine } from './parent-line.ts';

/*
 * The program of the helper process: the only place that loads keytar. The native calls can hang, take the thread pool
 * with them or crash; here they can do so alone. Started by `forkHelper` on Node and by `utilityProcess.fork` in Electron.
 *
 * `findCredentials` and `findPassword` are never called: on a locked collection, and on a foreign item with our service
 * name and no account, they end the process (atom/node-keytar#477).
 */

async function perform(request: KeytarRequest): Promise<string | boolean | null> {
  // Loaded with the first call, so that a keytar that cannot be loaded is an answer and not a dead process.
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
    const words = error instanceof Error ? error.message : 'no reason given';
    // No keychain is known to quote the value in its error; none shall get the chance.
    const refusal = request.op === 'set' ? words.replaceAll(request.value, '[redacted]') : words;
    return { id: request.id, refusal: refusal.slice(0, 500) };
  }
}

function serve(line: ParentLine): void {
  line.onMessage((message) => {
    const request = KeytarRequest.safeParse(message);
    // A message that is no request has no id to answer to; the parent's deadline covers it.
    if (request.success) void answer(request.data).then((reply) => line.send(reply));
  });
  line.send({ ready: true });
}

const line = parentLine(process);
if (line) serve(line);
else process.exitCode = 1;
