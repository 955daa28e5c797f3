import { givenAccount } from '../../../src/cli/accounts/sources.ts';
import type { AccountClient } from '../../../src/core/providers/index.ts';
import { parseBaseUrl } from '../../../src/core/providers/index.ts';
import { Secret } from '../../../src/core/secret.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/core/testing/virtual-clock.ts';
import { runInProcess } from '../command-line.ts';
import { network } from '../fixtures.ts';
import { type Answers, documentService } from './service.ts';

// What a person sees and what the service was sent, as lines.

/** A line per value of a JSON object, such as `vm.gpuCount: 2`. */
export function flat(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`];
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, `${prefix}${name}`));
}

/** Without alignment. */
function linesOf(text: string): readonly string[] {
  if (text.startsWith('{')) return flat(JSON.parse(text));
  return text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
}

interface CommandOptions {
  readonly answers?: Answers;
  /** Standard input; by default an API key. */
  readonly input?: string;
  /** By default of an API key. */
  readonly credential?: readonly string[];
}

export const PASSWORD = {
  credential: ['--email', 'ada@example.com', '--password-stdin'],
  input: 'correct horse',
} as const;

/** What the command printed, its exit code, and what the service was sent. */
export async function printed(
  args: readonly string[],
  { answers = {}, input = 'sk_1', credential = ['--api-key-stdin'] }: CommandOptions = {},
): Promise<readonly string[]> {
  const service = await documentService(answers);
  const given = ['--base-url', service.baseUrl, ...credential];
  const { code, stdout, stderr } = await runInProcess([...args, ...given], input);
  return [...linesOf(stdout), ...linesOf(stderr), `exit code ${code}`, ...service.lines()];
}

/** What the service was sent by a client that signed in with a password, and what `use` returned. */
export async function signedIn(
  answers: Answers,
  use: (client: AccountClient, clock: VirtualClock) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const service = await documentService(answers);
  const base = parseBaseUrl(service.baseUrl);
  if (!base.ok) throw new Error(base.message);
  const clock = createVirtualClock(Date.now());
  const credential = {
    kind: 'login',
    provider: 'rental',
    baseUrl: base.url,
    email: 'ada@example.com',
  } as const;
  const { client } = await givenAccount(
    credential,
    new Secret('correct horse'),
    network({ clock }),
  );
  const lines = await use(client, clock);
  return [...lines, ...service.lines()];
}
