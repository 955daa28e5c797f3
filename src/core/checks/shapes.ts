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

interface Found {
  readonly types: Set<string>;
  readonly words: Set<string>;
  /** Names that the description lacks, the most in one object. */
  others: number;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

function lineOf(path: string, { types, words, others }: Found): string {
  const shown = [...words].slice(0, MAX_WORDS).join(', ');
  const unknown = words.size === 0 ? '' : `, unknown words: ${shown}`;
  const other = others === 0 ? '' : `, other: ${others}`;
  return `  ${path}: ${[...types].join(' | ')}${unknown}${other}`;
}

/** Names and types in the answers of a call, without their values: lists as `[n]`, fields that the description lacks as a count. */
export function shapeOf(
  answers: readonly unknown[],
  { fields, words }: ProviderDescription,
): readonly string[] {
  const names = new Set(fields);
  const found = new Map<string, Found>();

  /** Null: there are too many. */
  function at(path: string): Found | null {
    const before = found.get(path);
    if (before !== undefined) return before;
    if (found.size >= MAX_LINES) return null;
    const added = { types: new Set<string>(), words: new Set<string>(), others: 0 };
    found.set(path, added);
    return added;
  }

  /** The parts of a value, by path and name: the items of a list have the list's name. */
  function partsOf(value: unknown, path: string, name: string) {
    if (Array.isArray(value)) return value.map((item) => [item, `${path}[n]`, name] as const);
    if (!isObject(value)) return [];
    const known = Object.entries(value).filter(([key]) => names.has(key));
    return known.map(([key, each]) => [each, `${path}.${key}`, key] as const);
  }

  function look(value: unknown, path: string, name: string, depth: number): void {
    const here = depth > MAX_DEPTH ? null : at(path);
    if (here === null) return;
    const parts = partsOf(value, path, name);
    here.types.add(typeOf(value));
    if (isObject(value))
      here.others = Math.max(here.others, Object.keys(value).length - parts.length);
    if (typeof value === 'string' && words[name]?.includes(value) === false)
      here.words.add(WORD.test(value) ? value : '(not a word)');
    for (const [part, where, of] of parts) look(part, where, of, depth + 1);
  }

  for (const answer of answers) look(answer, 'answer', '', 0);
  return [...found].map(([path, one]) => lineOf(path, one));
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
