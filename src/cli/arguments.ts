import type { VmOperation } from '../shared/domain/index.ts';
import { usage } from './messages.ts';
import {
  CREDENTIAL,
  hasColor,
  hasCredential,
  hasJson,
  LAUNCH,
  OPERATION,
  type Option,
  parseOrRefuse,
  readCredential,
  readLaunchOptions,
  readOfferOptions,
  readOperationOptions,
  readSince,
  readUsageOptions,
  refuse,
  USAGE,
  type Values,
} from './options.ts';

export const COMMON_OPTIONS: readonly Option[] = ['verbose', 'help'];

function refuseOtherOptions(values: Values, command: string, options: readonly Option[]): void {
  const allowed: readonly string[] = [...options, ...COMMON_OPTIONS];
  const other = Object.keys(values).find((name) => !allowed.includes(name));
  if (other !== undefined) refuse(usage.optionOfOther(other, command));
}

function refuseMore(positionals: readonly string[], max: number): void {
  const extra = positionals[max];
  if (extra !== undefined) refuse(usage.unexpectedArgument(extra));
}

/** @param words the largest number of words after the name @param read the command's own values, from options and those words */
function command<const Name extends string, T extends object>(
  name: Name,
  options: readonly Option[],
  words: number,
  read: (values: Values, words: readonly string[]) => T,
) {
  return {
    name,
    options,
    read(values: Values, given: readonly string[]) {
      refuseOtherOptions(values, name, options);
      refuseMore(given, words);
      return { name, ...read(values, given), verbose: values.verbose ?? false };
    },
  };
}

function operation<const Name extends VmOperation>(name: Name) {
  return command(name, OPERATION, 1, (values, [vm]) => ({
    vm: vm ?? refuse(usage.missingVm(name)),
    ...readOperationOptions(values),
  }));
}

/** `usage --check` takes no value, so the file to check is a word. */
function readProfileChange(
  { set, check = false, remove = false }: Values,
  [file, ...more]: readonly string[],
) {
  const [change = { kind: 'print' } as const, ...others] = [
    ...(set === undefined ? [] : [{ kind: 'set', file: set } as const]),
    ...(check ? [{ kind: 'check', file: file ?? refuse(usage.missingProfile) } as const] : []),
    ...(remove ? [{ kind: 'remove' } as const] : []),
  ];
  if (!check && file !== undefined) refuseMore([file, ...more], 0);
  return others.length === 0 ? change : refuse(usage.oneProfileChange);
}

const COMPLETIONS = ['bash', 'zsh', 'fish', 'aliases'] as const;

/** Shells complete their names and options. */
export const COMMANDS = [
  command('status', [...CREDENTIAL, 'json', 'watch', 'no-color'], 0, (values) => ({
    ...hasCredential(values),
    ...hasJson(values),
    watch: values.watch ?? false,
    ...hasColor(values),
  })),
  command('show', [...CREDENTIAL, 'json'], 1, (values, [vm]) => ({
    vm: vm ?? refuse(usage.missingVm('show')),
    ...hasCredential(values),
    ...hasJson(values),
  })),
  command('usage', [...CREDENTIAL, ...USAGE], 0, readUsageOptions),
  command('events', ['since', 'json'], 0, (values) => ({
    since: readSince(values),
    ...hasJson(values),
  })),
  command('prices', ['base-url', 'json', 'no-color'], 0, readOfferOptions),
  command(
    'offers',
    ['base-url', 'gpu-type', 'min-gpus', 'max-price', 'json', 'no-color'],
    0,
    readOfferOptions,
  ),
  command('launch', LAUNCH, 0, readLaunchOptions),
  command('ssh', ['print'], 1, ({ print = false }, [vm]) => ({
    vm: vm ?? refuse(usage.missingVm('ssh')),
    print,
  })),
  operation('start'),
  operation('stop'),
  operation('destroy'),
  // `idle 1h` and `spend 25` are two words.
  command('autostop', [], 3, (_, [vm, ...when]) => ({
    vm: vm ?? refuse(usage.missingVm('autostop')),
    when: when.length === 0 ? refuse(usage.missingAutoStop) : when.join(' '),
  })),
  command('profile', ['account', 'set', 'check', 'remove'], 1, (values, words) => ({
    account: values.account ?? null,
    change: readProfileChange(values, words),
  })),
  // With an account, signs in to it again.
  command('login', [...CREDENTIAL, 'account'], 0, (values) => ({
    credential: readCredential(values) ?? refuse(usage.loginCredential),
    account: values.account ?? null,
  })),
  // Id, label or email; null: the only stored account.
  command('logout', [], 1, (_, [account = null]) => ({ account })),
  command('doctor', [...CREDENTIAL, 'json', 'no-color'], 0, (values) => ({
    ...hasCredential(values),
    ...hasJson(values),
    ...hasColor(values),
  })),
  command('completion', [], 1, (_, [typed]) => ({
    what: COMPLETIONS.find((what) => what === typed) ?? refuse(usage.completion),
  })),
] as const;

const NAMES = COMMANDS.map(({ name }) => name);

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  | ReturnType<(typeof COMMANDS)[number]['read']>;

/** @param argv without the program's own names @throws CommandError with exit code 2 */
export function readArguments(argv: readonly string[]): Command {
  const { values, positionals } = parseOrRefuse(argv);
  const [name, ...words] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  if (values.version) return { name: 'version' };
  if (name === undefined) return refuse(usage.missingCommand(NAMES));
  const found = COMMANDS.find((each) => each.name === name);
  return found === undefined
    ? refuse(usage.unknownCommand(name, NAMES))
    : found.read(values, words);
}

export type CommandOf<Name extends Command['name']> = Extract<Command, { name: Name }>;
