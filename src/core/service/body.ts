/** The answer unpacked to more than the bound. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/**
 * The whole body as text. Counts the bytes as they come out of decompression, because a small gzip answer can unpack to
 * hundreds of MB, and stops reading at the bound.
 * @param signal ends the reading by itself: in Node, fetch's own way from the signal to the body is lost as soon as the
 * request has been garbage collected (nodejs/undici#3644), and a stalled body would then last for ever
 * @throws BodyTooLarge, the signal's reason, or whatever the stream ends with (reset connection)
 */
export async function readBoundedText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const hangUp = () => reader.cancel().catch(() => {});
  signal.addEventListener('abort', hangUp, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener('abort', hangUp);
    void hangUp();
  }
}
