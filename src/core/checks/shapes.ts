import type { ProblemKind } from '../../shared/domain/problem.ts';
import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import type { Clock } from '../clock.ts';
import {
  type AccountClient,
  type HttpAnswer,
  isObject,
  loadDescription,
  type ProviderDescription,
} from '../providers/index.ts';
import { ProblemError } from '../user-error.ts';

/** Enums have words such as `FROZEN`. Any other text in their place may be a value. */
const WORD = /^(?=.{1,24}$)[A-Za-z]+(?:[_-][A-Za-z]+)*$/;
const MAX_WORDS = 8;
const MAX_DEPTH = 12;
/** Lines for a call: a hostile service may nest known names without an end. */
const MAX_LINES = 400;

/** A value in an answer. `name`: of the field; an item of a list has the list's. `others`: names in it that the description lacks. */
interface Part {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly others: number;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Names and types in the answers of a call, without their values: lists as `[n]`, fields that the description lacks as a count. */
export function shapeOf(
  answers: readonly unknown[],
  { fields, words }: ProviderDescription,
): readonly string[] {
  const names = new Set(fields);

  /** The value, then those within it. */
  function partsOf(value: unknown, path: string, name: string, depth: number): readonly Part[] {
    if (depth > MAX_DEPTH) return [];
    const own = isObject(value) ? Object.entries(value) : [];
    const known = own.filter(([key]) => names.has(key));
    const within = Array.isArray(value)
      ? value.flatMap((item) => partsOf(item, `${path}[n]`, name, depth + 1))
      : known.flatMap(([key, each]) => partsOf(each, `${path}.${key}`, key, depth + 1));
    return [{ path, name, value, others: own.length - known.length }, ...within];
  }

  function wordsOf({ name, value }: Part): readonly string[] {
    const isUnknown = typeof value === 'string' && words[name]?.includes(value) === false;
    return isUnknown ? [WORD.test(value) ? value : '(not a word)'] : [];
  }

  function lineOf(path: string, parts: readonly Part[]): string {
    const types = new Set(parts.map(({ value }) => typeOf(value)));
    const shown = [...new Set(parts.flatMap(wordsOf))].slice(0, MAX_WORDS).join(', ');
    const others = parts.reduce((most, part) => Math.max(most, part.others), 0);
    const more = [shown && `, unknown words: ${shown}`, others > 0 && `, other: ${others}`];
    return `  ${path}: ${[...types].join(' | ')}${more.filter(Boolean).join('')}`;
  }

  const parts = answers.flatMap((answer) => partsOf(answer, 'answer', '', 0));
  const lines = Map.groupBy(parts, ({ path }) => path);
  return [...lines].slice(0, MAX_LINES).map(([path, own]) => lineOf(path, own));
}

const kindOf = (error: unknown): ProblemKind | 'internalError' =>
  error instanceof ProblemError ? error.problem.kind : 'internalError';

type Client = Pick<
  AccountClient,
  'listVms' | 'getVm' | 'currentSpend' | 'usage' | 'balance' | 'onAnswer'
>;

/** Sends each reading call of the account once. @throws the signal's reason */
async function readAnswers(client: Client, now: number, signal: AbortSignal | undefined) {
  // A single day has the fewest records.
  const day = new Date(now).toISOString().slice(0, 10);
  let vmId: string | undefined;
  const calls = {
    list: async () => {
      const { vms } = await client.listVms(signal);
      vmId = vms[0]?.id;
    },
    vm: async () => void (vmId !== undefined && (await client.getVm(vmId, signal))),
    spend: async () => void (await client.currentSpend?.(signal)),
    usage: async () => void (await client.usage?.({ from: day, to: day }, signal)),
    balance: async () => void (await client.balance?.(signal)),
  };
  const answers: HttpAnswer[] = [];
  const failed: string[] = [];
  const stop = client.onAnswer((answer) => answers.push(answer));
  try {
    for (const [name, call] of Object.entries(calls))
      await call().catch((error: unknown) => {
        signal?.throwIfAborted();
        failed.push(`Failed: ${name} (${kindOf(error)})`);
      });
  } finally {
    stop();
  }
  return { answers, failed };
}

/** A path of a service profile is typed by the user. */
const nameOf = ({ endpoint }: HttpAnswer, { paths }: ProviderDescription) =>
  paths.includes(endpoint.replace(/^\w+ /, '')) ? endpoint : 'GET (a path of the service profile)';

/** The form of what the accounts' providers answer now, for a bug report: no names, amounts and ids. @throws the signal's reason */
export async function shapesText(
  version: string,
  accounts: readonly { readonly provider: ProviderId; readonly client: Client }[],
  { now }: Pick<Clock, 'now'>,
  signal?: AbortSignal,
): Promise<string> {
  const lines = [`GPU Tray ${version}`];
  for (const [index, { provider, client }] of accounts.entries()) {
    const description = await loadDescription(provider);
    const { answers, failed } = await readAnswers(client, now(), signal);
    const calls = Map.groupBy(answers, (answer) => nameOf(answer, description));
    const shapes = [...calls].flatMap(([name, sent]) => {
      const bodies = sent.map(({ json }) => json);
      return [name, ...shapeOf(bodies, description)];
    });
    lines.push(`Account ${index + 1}: ${PROVIDERS[provider].name}`, ...shapes, ...failed);
  }
  return `${lines.join('\n')}\n`;
}
