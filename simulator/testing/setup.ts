import { onTestFinished } from 'vitest';
import { manualClock } from '../clock.ts';
import type { StartOptions } from '../options.ts';
import { type Simulator, startSimulator } from '../start.ts';
import type { Described } from './described.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends requests with one credential or none. */
interface Client {
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
}

/** A simulator on a manual clock, for one test. */
export interface Setup extends Simulator {
  readonly anonymous: Client;
  /** With the read_write key of the first account. */
  readonly owner: Client;
  with(credential: string): Client;
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isText = response.headers.get('content-type')?.startsWith('text/') === true;
  const body: unknown = text === '' ? null : isText ? text : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** A reply in the form of the check against a description. */
export const describedBy = (call: string, { status, headers, body }: Reply): Described => {
  return { call, status, body, type: body === null ? null : headers.get('content-type') };
};

function clientOf(baseUrl: string, credential: string | null): Client {
  const headers = credential === null ? {} : { authorization: `Bearer ${credential}` };
  const sending = (method: string) => (path: string, body: unknown) =>
    send(baseUrl + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    get: (path) => send(baseUrl + path, { headers }),
    post: sending('POST'),
    put: sending('PUT'),
  };
}

/** Starts a simulator that closes when the test ends. */
export async function setup(options: StartOptions = {}): Promise<Setup> {
  const simulator = await startSimulator({ port: 0, ...options }, manualClock());
  onTestFinished(() => simulator.close());
  const { baseUrl, credentials } = simulator;
  return {
    ...simulator,
    anonymous: clientOf(baseUrl, null),
    owner: clientOf(baseUrl, credentials[0].apiKeys.read_write),
    with: (credential) => clientOf(baseUrl, credential),
  };
}
