import { createConnection } from 'node:net';
import type { Clock } from '../../clock.ts';

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
  const late = new AbortController();
  const cancel = clock.after(timeoutMs, () => late.abort());
  const options = { host: address, port, signal: AbortSignal.any([signal, late.signal]) };
  const socket = createConnection(options);
  try {
    let text = '';
    for await (const chunk of socket.setEncoding('latin1')) {
      text += chunk;
      if (identifiesAsSsh(text)) return true;
      if (text.length > MAX_BYTES) return false;
    }
    return false;
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    cancel();
    socket.destroy();
    // Node keeps a combined signal, and the socket with it, until it aborts.
    late.abort();
  }
}
