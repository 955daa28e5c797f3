import { parseArgs } from 'node:util';
import { type BaseUrl, parseBaseUrl } from '../core/service/index.ts';
import { printable } from '../shared/format/index.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** Where the credential comes from: never from an argument or the environment, where other programs could read it. */
export type CredentialSource =
  | { readonly kind: 'apiKey'; readonly baseUrl: BaseUrl }
  | { readonly kind: 'login'; readonly baseUrl: BaseUrl; readonly email: string };

/** Shows VMs and spend, once or until its user has seen enough. */
export interface StatusCommand {
  readonly name: 'status';
  /** Null: the stored accounts. */
  readonly credential: CredentialSource | null;
  readonly json: boolean;
  readonly watch: boolean;
  readonly color: boolean;
  readonly verbose: boolean;
}

/** Tries a credential, and keeps it in the system keychain when the service takes it. */
export interface LoginCommand {
  readonly name: 'login';
  readonly credential: CredentialSource;
  /** Signs in again to this stored account. */
  readonly account: string | null;
  readonly verbose: boolean;
}

/** Deletes a stored credential again, and what ssh's files say of its account's VMs. */
export interface LogoutCommand {
  readonly name: 'logout';
  /** Id, label or email; null: the only one there is. */
  readonly account: string | null;
  readonly verbose: boolean;
}

/** Logs in to a VM on this terminal. */
export interface SshCommand {
  readonly name: 'ssh';
  /** Such as `gpu-train-1`. */
  readonly alias: string;
  /** Prints the command instead of running it. */
  readonly print: boolean;
  readonly verbose: boolean;
}

/** A command line that makes sense: what does not belong together is refused before. */
export type Command =
  | StatusCommand
  | SshCommand
  | LoginCommand
  | LogoutCommand
  | { readonly name: 'help' };

/** Without a line break at its end. */
export const HELP = `Your rented GPU VMs and what they cost.

  gpu-tray status [options]    VMs and spend, of the stored accounts or of the one given
  gpu-tray ssh ALIAS [--print] log in to a VM by its alias, or print the command that does
  gpu-tray login  [options]    store an account's credential in the system keychain
  gpu-tray logout [ACCOUNT]    delete it again (id, label or email)

Credentials come from standard input, never from an argument:
  --base-url URL               address of the service, https
  --api-key-stdin              an API key; one that may only read is enough
  --email E --password-stdin   email and password; the password is used once and not kept

status:
  --json       one JSON object on standard output
  --watch      go on, and print again when something changes
  --no-color   no colours (so does NO_COLOR)
login:
  --account ACCOUNT   sign in again to a stored account
all:
  --verbose    what happens, on standard error

Exit codes: 0 fresh, 2 usage, 3 signed out or refused, 4 unreachable, limited or stale.
ssh ends with what ssh itself ended with: 255 where no login came about.`;

const OPTIONS = {
  'base-url': { type: 'string' },
  'api-key-stdin': { type: 'boolean' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  account: { type: 'string' },
  json: { type: 'boolean' },
  print: { type: 'boolean' },
  watch: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function usage(message: string): never {
  throw new CommandError(EXIT.usage, `${message} See gpu-tray --help.`);
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
}

function parseOrRefuse(argv: readonly string[]) {
  try {
    return parse(argv);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The options could not be read';
    // Some of Node's messages go on with advice, in further sentences or lines.
    return usage(`${printable((reason.split(/\.\s/)[0] ?? reason).replace(/\.$/, ''))}.`);
  }
}

function requireBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined) return usage('--base-url is missing: give the address of the service.');
  const result = parseBaseUrl(text);
  return result.ok ? result.url : usage(result.message);
}

/** Null when none of the options that belong to a credential is there. */
function readCredential(values: Values): CredentialSource | null {
  const isKey = values['api-key-stdin'] ?? false;
  const isPassword = values['password-stdin'] ?? false;
  const { email } = values;
  if (isKey && (isPassword || email !== undefined))
    return usage('Give either --api-key-stdin or --email with --password-stdin, not both.');
  if (isKey) return { kind: 'apiKey', baseUrl: requireBaseUrl(values['base-url']) };
  if (isPassword !== (email !== undefined))
    return usage('--email and --password-stdin belong together.');
  if (email !== undefined) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      return usage('--email does not look like an email address.');
    return { kind: 'login', baseUrl: requireBaseUrl(values['base-url']), email };
  }
  if (values['base-url'] !== undefined)
    return usage(
      'With --base-url a credential is needed: --api-key-stdin, or --email with --password-stdin.',
    );
  return null;
}

const COMMON = ['verbose', 'help'];
const CREDENTIAL = ['base-url', 'api-key-stdin', 'email', 'password-stdin'];

/** An option of another command is a mistake that must not be passed over in silence. */
function refuseForeign(values: Values, command: string, allowed: readonly string[]): void {
  const foreign = Object.keys(values).find(
    (name) => !allowed.includes(name) && !COMMON.includes(name),
  );
  if (foreign !== undefined) usage(`--${foreign} does not belong to ${command}.`);
}

function refuseMore(positionals: readonly string[], most: number): void {
  const extra = positionals[most];
  if (extra !== undefined) usage(`"${printable(extra)}" is one argument too many.`);
}

/**
 * Reads the command line.
 * @param argv without the program's own names
 * @throws CommandError with exit code 2
 */
export function readArguments(argv: readonly string[]): Command {
  const { values, positionals } = parseOrRefuse(argv);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  const verbose = values.verbose ?? false;
  switch (name) {
    case 'status':
      refuseForeign(values, name, [...CREDENTIAL, 'json', 'watch', 'no-color']);
      refuseMore(rest, 0);
      return {
        name,
        credential: readCredential(values),
        json: values.json ?? false,
        watch: values.watch ?? false,
        color: !(values['no-color'] ?? false),
        verbose,
      };
    case 'ssh': {
      refuseForeign(values, name, ['print']);
      refuseMore(rest, 1);
      const [alias] = rest;
      if (alias === undefined) return usage('ssh needs the alias of a VM, such as gpu-train-1.');
      return { name, alias, print: values.print ?? false, verbose };
    }
    case 'login': {
      refuseForeign(values, name, [...CREDENTIAL, 'account']);
      refuseMore(rest, 0);
      const credential = readCredential(values);
      if (credential === null)
        return usage(
          'login needs --base-url and --api-key-stdin, or --email with --password-stdin.',
        );
      return { name, credential, account: values.account ?? null, verbose };
    }
    case 'logout':
      refuseForeign(values, name, []);
      refuseMore(rest, 1);
      return { name, account: rest[0] ?? null, verbose };
    case undefined:
      return usage('Which command? status, ssh, login or logout.');
    default:
      return usage(`"${printable(name)}" is no command; there are status, ssh, login and logout.`);
  }
}
