import { createConnection } from 'node:net';
import { type Clock, sleep } from '../../clock.ts';

/** Lines that may come before the identification (RFC 4253, 4.2) are read up to here; nobody sends more. */
const MAX_BYTES = 8_192;
/** ms that connecting and the first line may take. */
const DEADLINE_MS = 5_000;

/** An ssh server says so before anything else, perhaps after other lines (RFC 4253, 4.2). */
export function identifiesAsSsh(text: string): boolean {
  return /^SSH-(2\.0|1\.99)-/m.test(text);
}

/**
 * Whether an ssh server answers there: a port that accepts and stays silent is a VM that is still starting. Ends the
 * connection as soon as that is known, and after 5 s in any case.
 * @param address passed by `sshAddress`
 * @throws the signal's reason when it aborts
 */
export async function answersSsh(
  address: string,
  port: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<boolean> {
  signal.throwIfAborted();
  const socket = createConnection({ host: address, port });
  const ended = new AbortController();
  const answer = new Promise<boolean>((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (identifiesAsSsh(text)) resolve(true);
      else if (text.length > MAX_BYTES) resolve(false);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  try {
    const late = sleep(clock, DEADLINE_MS, AbortSignal.any([signal, ended.signal]));
    return await Promise.race([answer, late.then(() => false)]);
  } finally {
    socket.destroy();
    ended.abort();
  }
}
