import { createConnection } from 'node:net';
import { type Clock, unlessAborted } from '../../clock.ts';

/** Other lines may precede the identification (RFC 4253, 4.2); reading stops after this many bytes. */
const MAX_BYTES = 8_192;
/** For connecting and the identification, in ms. */
const TIMEOUT_MS = 5_000;

/** Whether the text contains an SSH identification line (RFC 4253, 4.2). */
export const identifiesAsSsh = (text: string) => /^SSH-(2\.0|1\.99)-/m.test(text);

/**
 * Whether an SSH server answers in time, by default within 5 s: a port that accepts and sends nothing belongs to a VM that is still starting.
 * @param address from `sshAddress` @throws the signal's reason when it aborts
 */
export async function answersSsh(
  address: string,
  port: number,
  {
    clock,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<boolean> {
  // By its events: an iterator and a signal of each socket take longer than all else, and hundreds of VMs may start at once.
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  const cancel = clock.after(timeoutMs, () => resolve(false));
  const socket = createConnection(port, address).setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (identifiesAsSsh(text)) resolve(true);
    else if (text.length > MAX_BYTES) resolve(false);
  });
  // It closes after an error, too.
  socket.on('error', () => {}).on('close', () => resolve(false));
  try {
    return await unlessAborted(answer, signal);
  } finally {
    cancel();
    socket.destroy();
  }
}
