/** A `fetch` over real sockets that knows what is still under way. */
export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** Requests whose answer has not ended. */
  open(): number;
  /** Those of them whose headers have come. */
  inBody(): number;
  /** Requests that their caller gave up. */
  aborted(): number;
}

/** `body` unchanged; calls `onEnd` once, when it has been read, has failed or is not wanted any more. */
function withEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      await reader.cancel(reason).finally(onEnd);
    },
  });
}

export function observeTraffic(): Traffic {
  let open = 0;
  let inBody = 0;
  let aborted = 0;
  return {
    open: () => open,
    inBody: () => inBody,
    aborted: () => aborted,
    async fetch(input, init) {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
      const end = () => {
        open -= 1;
        if (signal?.aborted) aborted += 1;
      };
      open += 1;
      let response: Response;
      try {
        response = await globalThis.fetch(input, init);
      } catch (error) {
        end();
        throw error;
      }
      if (response.body === null) {
        end();
        return response;
      }
      inBody += 1;
      const body = withEnd(response.body, () => {
        inBody -= 1;
        end();
      });
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    },
  };
}
