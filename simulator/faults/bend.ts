import type { ServerResponse } from 'node:http';
import { withWrongTypes } from './bodies.ts';
import type { BendingFault } from './schema.ts';

/** An answer of the service that is about to be sent. */
export interface Answer {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: string;
}

/** Whoever waits for this waits until the connection ends, as nothing more is sent on it. */
const never = () => new Promise<never>(() => {});

function sendHalf({ response, status, headers, body }: Answer, then: () => void): Promise<never> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), then);
  return never();
}

/** The body to send in the end. Faults that take the connection over never come back from here. */
export async function bend(fault: BendingFault, answer: Answer): Promise<string> {
  switch (fault.kind) {
    case 'delay':
    case 'none':
      return answer.body;
    case 'wrong-types':
      return JSON.stringify(withWrongTypes(JSON.parse(answer.body)));
    case 'stall-mid-body':
      return sendHalf(answer, () => {});
    case 'cut-body':
      return sendHalf(answer, () => answer.response.socket?.resetAndDestroy());
    case 'drop-answer':
      answer.response.socket?.resetAndDestroy();
      return never();
  }
}
