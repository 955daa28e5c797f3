import { withoutCredentialLike } from '../core/redact.ts';
import { REDACTED } from '../core/secret.ts';
import type { UserError } from '../core/user-error.ts';
import { accountNames } from '../shared/accounts/index.ts';
import { counted, printable } from '../shared/format/index.ts';
import type { Provider } from '../shared/providers/providers.ts';
import { MAX_RANGE_DAYS } from '../shared/usage/day-range.ts';
import type { RowLoad } from '../shared/vms/vm-row.ts';
import type { Column } from './columns.ts';

// Every text that the command line prints, apart from the help, the problems and host key explanations it shares with the panel.
// Arguments may come from the service or the user and are made printable here.

/** Longer words, and words of mixed case with digits, are keys and tokens rather than names. */
const LONG_WORD = /[A-Za-z0-9+/_]{20,}|(?=\w{0,20}[a-z])(?=\w{0,20}[A-Z])(?=\w{0,20}\d)\w{12,}/g;

/** The typed text, without parts that may be a credential, passed as an argument by mistake. */
function typedText(text: string): string {
  return withoutCredentialLike(printable(text)).replaceAll(LONG_WORD, REDACTED);
}

/** The argument in quotes; empty for a long one, which may be a password, or where a part is redacted. */
function quoted(argument: string): string {
  const shown = typedText(argument);
  return argument.length > 20 || shown.includes(REDACTED) ? '' : ` "${shown}"`;
}

export const noHome = 'No home folder found. Set HOME to a folder for the settings.';

export const usage = {
  missingCommand: 'Missing command.',
  unknownCommand: (name: string, near: string | null) =>
    `Unknown command${quoted(name)}.${near === null ? '' : ` Did you mean ${near}?`}`,
  unexpectedArgument: (argument: string) => `Unexpected argument${quoted(argument)}.`,
  optionOfOther: (option: string, command: string) => `${command} has no option --${option}.`,
  invalidOption: (reason: string) => `${typedText(reason)}.`,
  unreadableOptions: 'Invalid options',
  missingBaseUrl: 'Missing --base-url, the service URL.',
  /** @param name of a provider without a sign-in by password */
  keyOnly: (name: string) => `${name} doesn’t support password sign-in. Use --api-key-stdin.`,
  noPublicOffers: (name: string) =>
    `${name} shows its offers to accounts only. Sign in with gpu-tray login.`,
  oneProvider: 'Use --base-url with one --provider.',
  noProfile: '--profile is only for GPU rental services by URL.',
  credential: 'Pass one credential: --api-key-stdin, or --email with --password-stdin.',
  notBoth: (a: string, b: string) => `Use either ${a} or ${b}, not both.`,
  loginCredential:
    'login requires --base-url or --provider with --api-key-stdin, or --email and --password-stdin.',
  notA: (option: string, what: string) => `--${option} is not ${what}.`,
  invalidRange: {
    day: 'Not a range of days.',
    order: 'The first day is after the last one.',
    length: `The range is longer than ${MAX_RANGE_DAYS} days.`,
  },
  missingVmProfile: 'A service by URL requires --profile, or use a stored account.',
  missingOffer: 'launch requires an offer: --offer, --gpu, --like or --preset.',
  missingPassword: '--auth password requires --password-stdin.',
  missingVm: 'Missing VM: its alias, label or number, such as gpu-train-1.',
  missingAutoStop: 'autostop requires a limit such as 7pm, 4h, idle 1h or spend 25, or off.',
  missingProfile: 'profile --check requires a file.',
  demo: 'Run gpu-tray demo without other words, from the package or after npm ci.',
  completion: 'completion requires a shell: bash, zsh or fish.',
  /** @param command null: none, or an unknown one */
  seeHelp: (message: string, command: string | null) =>
    `${message} See gpu-tray ${command === null ? '' : `${command} `}--help.`,
};

export type SecretName = 'API key' | 'password' | 'VM password';

export const secretInput = {
  prompt: (name: SecretName) => `${name}: `,
  empty: (name: SecretName) => `No ${name} given. Type it at the prompt, or pipe it in.`,
  tooLong: 'Standard input is too long for a credential. Pipe in only the credential.',
  severalLines: (names: readonly SecretName[]) =>
    `Standard input has too many lines. Pipe in only the ${names.join(', then the ')}, a line each.`,
  invalidKey: 'The API key contains invalid characters. Enter only the key.',
  canceled: 'Canceled.',
};

export const signIn = {
  where: 'Where do you rent?',
  place: ({ name, address }: { readonly name: string; readonly address: string | null }) =>
    address === null ? 'Another service (by URL)' : name,
  number: 'Number: ',
  serviceUrl: 'Service URL: ',
  email: 'Email, or Enter to use an API key: ',
  notEmail: 'This is not an email address. Press Enter at that question to use an API key.',
  keys: (keys: Provider['keys']) => {
    const page = keys === null ? '' : `Get a key: ${keys.page}\n`;
    const hint = keys?.hint ?? 'A read-only key is enough.';
    return `${page}${hint} The key is not shown as you type.`;
  },
  sees: (vms: number, rate: string) => `${counted(vms, 'VM')}, ${rate}. Try: gpu-tray status`,
  first: 'No account yet. Run: gpu-tray login',
};

type NamedAccount = Parameters<typeof accountNames>[0][number];

const accountList = (accounts: readonly NamedAccount[]) =>
  [...accountNames(accounts)].map(([id, { name }]) => `${name} (${id})`).join(', ');

export const account = {
  /** @param file of credentials; null: the keychain */
  signedIn: (label: string, file: string | null) =>
    `Signed in as ${printable(label)}. The credential is stored in ${file === null ? 'your keychain' : printable(file)}.`,
  onlyKeys: (file: string) => `${printable(file)} holds API keys only. Sign in with an API key.`,
  signedOut: (label: string) => `Signed out of ${printable(label)}. Its credential was deleted.`,
  notStored: ({ message, action }: UserError) =>
    `${message} The credential was not stored. ${action}`,
  stillStored: (label: string, { message, action }: UserError) =>
    `${message} The credential of ${printable(label)} is still stored. ${action}`,
  noMatch: (name: string, accounts: readonly NamedAccount[]) =>
    `No stored account matches "${typedText(name)}". ${
      accounts.length === 0 ? 'No account is stored.' : `Stored accounts: ${accountList(accounts)}.`
    }`,
  whichOne: (accounts: readonly NamedAccount[]) =>
    `More than one account matches. Specify one: ${accountList(accounts)}.`,
  signInFirst: 'No account is signed in. Sign in with gpu-tray login.',
  keychainWaiting: 'Waiting for your keychain. It may be asking you to unlock it.',
  sessionInMemory: (label: string) =>
    `Your keychain did not store the new session of ${printable(label)}. Unlock it and sign in again.`,
  sessionNotStored: 'The session could not be stored. If the next command fails, sign in again.',
};

/** The aliases to list after an error, at most. */
const MAX_ALIASES = 8;

export const ssh = {
  noAddress: (alias: string) => `${alias} has no address yet. Try again in a moment.`,
  invalidAddress: (alias: string, service: string) =>
    `${service} reported an invalid SSH host for ${alias}. Contact the provider if this persists.`,
  noSuchVm: (typed: string) => `No VM matches "${typedText(typed)}". See gpu-tray status.`,
  ambiguous(typed: string, vms: readonly string[]) {
    const lines = vms.slice(0, MAX_ALIASES).map((vm) => `  ${printable(vm)}`);
    const others = vms.length - lines.length;
    const more = others > 0 ? [`  and ${others} more`] : [];
    const head = `"${typedText(typed)}" matches ${vms.length} VMs. Use one of these:`;
    return [head, ...lines, ...more].join('\n');
  },
  lastKnown: (alias: string) => `Using the last known login of ${alias}.`,
  /** After a failed login through a provider's proxy, which answers for every VM. */
  noServer: (alias: string) =>
    `If the proxy refused the login, ${alias} isn’t running an SSH server yet or doesn’t have your key.`,
  notInstalled: 'ssh not found. Install OpenSSH.',
  failedToStart: (program: string, reason: string) =>
    `Failed to start ssh (${reason}). Check that ${program} is executable.`,
  unquotable: (reason: string) =>
    `${reason} Change the SSH login in the settings, or log in without --print.`,
};

export const launch = {
  noPreset: (typed: string, names: readonly string[]) =>
    `No preset is named "${typedText(typed)}". ${
      names.length === 0
        ? 'Save one in the app.'
        : `Presets: ${names.slice(0, MAX_ALIASES).map(printable).join(', ')}.`
    }`,
  noGpu: 'The GPU is unknown. Choose it with --gpu, or an offer with --offer.',
  gone: 'No such offer now. List the offers with gpu-tray offers --json.',
  whichAccount: (names: readonly string[]) =>
    `Several accounts have this offer. Add --account: ${names.map(printable).join(', ')}.`,
  noAccount: 'No account can launch VMs. Sign in with gpu-tray login.',
  noMatch: 'No offer matches. See gpu-tray offers.',
  tooDear: (price: string, bound: string) =>
    `Nothing was sent: it costs ${price}, more than --max-price ${bound}.`,
  noPrice: 'Nothing was sent: its price is unknown, so --max-price cannot be kept.',
  notChosen: (option: string) => `--${option} can’t be chosen for this offer.`,
  noKey: 'No public SSH key found in ~/.ssh. Make one with ssh-keygen, or name it with --ssh-key.',
  unknownKey: (id: string) => `The account has no SSH key ${printable(id)}.`,
  notKey: (file: string) => `No public SSH key is at ${printable(file)}.`,
  unregistered: (key: string) =>
    `The account doesn’t have your SSH key ${printable(key)}. To add it, add --add-ssh-key.`,
  addKey: (key: string) => `Add your SSH key to the account: ${printable(key)}? Type yes: `,
  title: (what: string) => `Launch ${printable(what)}`,
  /** What is rented, and how; empty texts are left out. */
  facts: (of: Readonly<Record<string, string>>) =>
    Object.entries(of).flatMap(([name, text]) =>
      text === '' ? [] : `${`${name}:`.padEnd(9)} ${printable(text)}`,
    ),
  addedKey: (key: string) => `${key}, which is added to the account`,
  note: (note: string) => `Note:     ${printable(note)}`,
  question: 'Type yes to launch: ',
  field: (option: string, message: string) => `--${option}: ${message}`,
  checking: (answer: string) => `${answer}\nLooking for the VM in the list…`,
  interrupted: 'A VM may have been created. Run the command again to check.',
  created: (name: string, status: string | null) =>
    `Launched ${printable(name)}${status === null ? '' : `: ${printable(status)}`}.`,
  dearer: (text: string) => `${text} Nothing was stopped: see gpu-tray stop and gpu-tray destroy.`,
  console: (url: string) => `Console: ${printable(url)}`,
  anyway: 'If there is no such VM, add --anyway.',
  anywayAfter: 'Then add --anyway to launch again.',
  earlier: (name: string) => `An earlier, interrupted launch created ${name}.`,
  status: (name: string, status: string, after: string) =>
    `${name} is ${printable(status)} after ${after}.`,
  ready: (after: string) => `Ready to log in after ${after}.`,
  logIn: (command: string) => `Log in: ${command}`,
  ended: (name: string, status: string) => `${name} is ${printable(status)} and won’t run.`,
  notReady: (name: string) =>
    `${name} does not accept logins yet. It keeps running and is billed. If your SSH key is missing on it, add the key in the console, or destroy the VM.`,
};

type More = Pick<Column, 'rank' | 'minWidth' | 'insteadOf'>;

const left = (title: string, maxWidth: number, more: More = {}): Column => ({
  ...{ title, align: 'left', maxWidth },
  ...more,
});
const right = (title: string, more: More = {}): Column => ({
  ...{ title, align: 'right', maxWidth: 14 },
  ...more,
});

export const status = {
  columns: {
    shape: left('', 1, { insteadOf: 7 }),
    // The longest state, `▫ offline · its host is gone`.
    status: left('STATUS', 28, { rank: 7 }),
    label: left('LABEL', 28, { minWidth: 8 }),
    // Never cut: people type it.
    alias: left('ALIAS', 40, { rank: 0 }),
    gpu: left('GPU', 14, { rank: 5 }),
    uptime: right('UPTIME', { rank: 4 }),
    load: left('LOAD', 20, { rank: 2 }),
    login: left('SSH', 9, { rank: 3 }),
    autoStop: left('AUTO-STOP', 20, { rank: 6 }),
    rate: right('$/H'),
    ip: left('IP', 39, { rank: 1 }),
  },
  freshness: {
    starting: 'connecting',
    live: 'up to date',
    retrying: 'retrying',
    outOfDate: 'out of date',
    signedOut: 'signed out',
    blocked: 'unavailable',
  },
  age: (duration: string) => `updated ${duration} ago`,
  noData: 'no data yet',
  running: (count: number) => `${count} running`,
  perDay: (amount: string) => `${amount}/day`,
  perMonth: (amount: string) => `${amount}/month by the service`,
  today: (amount: string) => `Today ${amount}`,
  day: (day: string) => `today is ${day}`,
  month: (name: string, amount: string) => `${name} ${amount}`,
  forecast: (amount: string) => `forecast ${amount}`,
  costsUnknown: (reason: string) => `Costs unknown: ${reason}`,
  costsAtLeast: (reason: string) => `Costs incomplete: ${reason}`,
  noTotal: (service: string) => `${service} reports no total.`,
  load: ({ name, percent }: RowLoad) => `${name.toUpperCase()} ${Math.round(percent)} %`,
  login: (isReady: boolean) => (isReady ? 'ready' : 'no answer'),
  noVms: 'No VMs.',
  none: '—',
  destroyed: (count: number) => `${count} destroyed, not shown`,
  skipped: (count: number) => `${count} could not be read`,
  allAccounts: (rate: string, running: number) => `All accounts: ${rate}, ${running} running`,
};

export const show = { account: 'Account', billed: 'Billed now', login: 'Log in' };

export const usageReport = {
  noNames: (why: string) => `VMs are shown by their numbers. ${why}`,
  columns: {
    name: left('VM', 28, { minWidth: 8 }),
    model: left('MODEL', 14, { rank: 1 }),
    hours: right('HOURS', { rank: 0 }),
    gpu: right('GPU $', { rank: 2 }),
    storage: right('DISK $', { rank: 2 }),
    network: right('NET $', { rank: 2 }),
    total: right('TOTAL $'),
  },
  range: (from: string, to: string) => (from === to ? `${from} (UTC)` : `${from} to ${to} (UTC)`),
  total: (cost: string, hours: string) => `${cost}   ${hours} h`,
  none: 'No usage in this period.',
  unknown: 'Usage unknown.',
  noHistory: 'Not compared: no rates were recorded for this account in this period.',
  agree: (range: string) => `Billed and measured agree, ${range}.`,
  differ: (range: string) => `Billed and measured differ, ${range}:`,
};

export const events = {
  none: 'No events in this period.',
  noHistory: 'No history yet. The app records it while running.',
  newer: 'The history was written by a newer version of GPU Tray. Update gpu-tray.',
};

export const offers = {
  columns: {
    gpu: left('GPU', 32, { minWidth: 8 }),
    count: right('GPUS', { rank: 0 }),
    perGpu: right('$/GPU H'),
    perHour: right('$/H'),
    cloud: left('CLOUD', 30),
    terms: left('TERMS', 14, { rank: 3 }),
    where: left('WHERE', 24, { rank: 3 }),
    stock: right('STOCK', { rank: 2 }),
    more: left('MORE', 16, { rank: 2 }),
    extra: left('EXTRA', 24, { rank: 1 }),
  },
  title(shown: number, isComplete: boolean, name: 'offers' | 'prices') {
    const noun = shown === 1 ? name.slice(0, -1) : name;
    return `${isComplete ? '' : '≥ '}${shown} ${noun}, cheapest first`;
  },
  /** Further offers of one kind. @param price of the cheapest of them */
  more: (count: number, price: string) => `${count} from ${price}`,
  disk: (gb: number) => `Prices include ${gb} GB of disk where you choose its size.`,
  noMatch: 'No offer matches. Offers with an unknown value are filtered out.',
  onlyPublic:
    'Without an account, only public offers are listed. For others, sign in with gpu-tray login.',
  ofAccount: (name: string, line: string) => `${name}: ${line}`,
};

export const doctor = {
  about: (version: string, system: string) => `GPU Tray ${version}, ${system}`,
  ofSubject: (subject: string, detail: string) => `${printable(subject)}: ${detail}`,
  nextStep: (step: string) => `→ ${step}`,
};

export const ending = {
  interrupted: 'Interrupted.',
  notConfirmed: 'Not confirmed. Nothing changed.',
  internalError: (error: string) => `Internal error. Please report it.\n${error}`,
};
