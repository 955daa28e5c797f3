import type { VmOperation } from '../shared/domain/index.ts';
import { DAY_MS } from '../shared/format/index.ts';
import { PROVIDER_IDS } from '../shared/providers/index.ts';
import { usage } from './messages.ts';
import {
  COLOR,
  COMMON,
  CREDENTIAL,
  JSON_OPTION,
  type OptionTexts,
  PROVIDER,
  refuse,
  type Values,
  WRITE_CREDENTIAL,
} from './option-table.ts';
import {
  hasColor,
  hasCredential,
  hasJson,
  readCredential,
  readIdleStop,
  readLaunchOptions,
  readMetricsAddress,
  readOfferOptions,
  readOperationOptions,
  readTime,
  readUsageOptions,
} from './options.ts';

const SHOWN: OptionTexts = { ...JSON_OPTION, ...COLOR, ...CREDENTIAL };

const readShown = (values: Values) => ({
  ...hasCredential(values),
  ...hasJson(values),
  ...hasColor(values),
});

const SERVICE_URL = 'Service URL; default: of the stored accounts';

/** A command with its help; docs/cli-commands.md is made of it too. */
interface Definition<Name extends string, T extends object> {
  readonly name: Name;
  /** Its arguments, as the help names them. */
  readonly words?: string;
  /** The largest number of words after its name. */
  readonly max?: number;
  readonly about: string;
  readonly options?: OptionTexts;
  /** Without `gpu-tray` and the name. */
  readonly examples: readonly [string, string];
  /** The command's own values. @param now ms since the epoch */
  readonly read: (values: Values, words: readonly string[], now: number) => T;
}

function refuseMore(words: readonly string[], max: number): void {
  const extra = words[max];
  if (extra !== undefined) refuse(usage.unexpectedArgument(extra));
}

function command<const Name extends string, T extends object>({
  name,
  words = '',
  max = words === '' ? 0 : 1,
  about,
  options: own = {},
  examples,
  read,
}: Definition<Name, T>) {
  const options: OptionTexts = { ...own, ...COMMON };
  return {
    name,
    words,
    about,
    options,
    examples,
    read(values: Values, given: readonly string[], now: number) {
      const other = Object.keys(values).find((option) => !Object.hasOwn(options, option));
      if (other !== undefined) refuse(usage.optionOfOther(other, name));
      refuseMore(given, max);
      return { name, ...read(values, given, now), verbose: values.verbose ?? false };
    },
  };
}

const ERASE_DATA = {
  'erase-data': 'Also where a stop erases everything, without a confirmation',
} as const;

function operation<const Name extends VmOperation>(name: Name) {
  return command({
    name,
    words: '<vm>',
    about: `${name.charAt(0).toUpperCase()}${name.slice(1)} a VM; asks first`,
    options: {
      yes: 'Do not ask for a confirmation',
      ...(name === 'stop' && ERASE_DATA),
      wait: 'Wait until the provider confirms it, at most 2 minutes',
      ...JSON_OPTION,
      profile:
        'Service profile of the account that the next options give; a stored account has one',
      ...WRITE_CREDENTIAL,
    },
    examples: ['gpu-train-1', 'gpu-train-1 --yes --wait'],
    read: (values, [vm]) => ({
      vm: vm ?? refuse(usage.missingVm(name)),
      ...readOperationOptions(values),
    }),
  });
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

export const COMMANDS = [
  command({
    name: 'status',
    about: 'Show VMs and costs of all accounts, or of the given one',
    options: {
      watch: 'Keep running, and print again when something changes',
      ...SHOWN,
    },
    examples: ['--watch', '--base-url https://api.example.com --api-key-stdin < key'],
    read: (values) => ({ ...readShown(values), watch: values.watch ?? false }),
  }),
  command({
    name: 'show',
    words: '<vm>',
    about: 'Show every field of a VM and what it costs',
    options: { ...JSON_OPTION, ...CREDENTIAL },
    examples: ['gpu-train-1', '107 --json'],
    read: (values, [vm]) => ({
      vm: vm ?? refuse(usage.missingVm('show')),
      ...hasCredential(values),
      ...hasJson(values),
    }),
  }),
  command({
    name: 'usage',
    about: 'Show what each VM cost over a range of days',
    options: {
      from: 'First day in UTC: 2026-11-01, yesterday, or an age such as 7d; default: the first of the month',
      to: 'Last day, given likewise; default: today',
      csv: 'Print a row per VM for a spreadsheet',
      check: 'Compare the bill with what the app measured',
      ...SHOWN,
    },
    examples: ['--from 7d', '--from 2026-11-01 --to yesterday --csv > usage.csv'],
    read: readUsageOptions,
  }),
  command({
    name: 'events',
    about: 'Show what the app recorded: VMs, alerts, and gaps',
    options: {
      since: 'From a day in UTC, 2026-11-01 or yesterday, or an age such as 24h; default: 7d',
      ...JSON_OPTION,
    },
    examples: ['', '--since yesterday'],
    read: (values, _, now) => ({
      since: readTime(values, 'since', now) ?? now - 7 * DAY_MS,
      ...hasJson(values),
    }),
  }),
  command({
    name: 'prices',
    about: 'Show the prices of the GPU types; needs no account',
    options: { ...PROVIDER, 'base-url': SERVICE_URL, ...JSON_OPTION, ...COLOR },
    examples: ['', '--base-url https://api.example.com'],
    read: readOfferOptions,
  }),
  command({
    name: 'offers',
    about: 'Show GPUs on offer, cheapest first; needs no account',
    options: {
      'gpu-type': 'Only GPU types with this in their name, such as 4090',
      'min-gpus': 'Only offers of at least n GPUs',
      'max-price': 'Only offers at or below this price per hour',
      ...PROVIDER,
      'base-url': SERVICE_URL,
      ...JSON_OPTION,
      ...COLOR,
    },
    examples: ['--gpu-type 4090 --max-price 0.50', '--min-gpus 4 --json'],
    read: readOfferOptions,
  }),
  command({
    name: 'launch',
    about: 'Create a VM, after a confirmation that names its price',
    options: {
      node: 'Node, such as vm03',
      'gpu-type': '5090, 4090 or pro6000',
      'gpu-count': '1, 2, 4 or 8',
      'storage-gb': 'Disk in GB, at least 50',
      template:
        '100 or 101: base image 22.04 or 24.04, SSH only;\n102 or 103: AI applications, 104: desktop, with WebUI',
      rental: 'on_demand (default), interruptible or reserved',
      months: '1, 3 or 6, for a reserved VM',
      auth: 'ssh_key (default) or password',
      'ssh-key-id': 'Default: the oldest SSH key of the user',
      like: 'Take what is not given from a VM: alias, label or number',
      preset: 'Take what is not given from an order that the app saved',
      account: 'Stored account that pays: id, label or email',
      yes: 'Launch without asking',
      wait: 'Wait until the VM accepts logins',
      anyway: 'Launch also while an earlier launch is unresolved',
      ...JSON_OPTION,
      ...WRITE_CREDENTIAL,
      'password-stdin':
        "Read the VM's password, at least 12 characters, on the line after the API key. With --email, read the account's, and with --auth password then the VM's",
    },
    examples: [
      '--node vm02 --gpu-type 4090 --gpu-count 2 \\\n    --storage-gb 100 --template 101',
      '--like gpu-train-1 --template 101 --wait',
    ],
    read: readLaunchOptions,
  }),
  command({
    name: 'ssh',
    words: '<vm>',
    about: 'Log in to a VM by its alias, label or number',
    options: { print: 'Print the command that logs in instead of running it' },
    examples: ['gpu-train-1', '107 --print'],
    read: ({ print = false }, [vm]) => ({ vm: vm ?? refuse(usage.missingVm('ssh')), print }),
  }),
  operation('start'),
  operation('stop'),
  operation('destroy'),
  command({
    name: 'autostop',
    words: '<vm> [<limit>]',
    // `tomorrow at 9:00 am` is four words.
    max: 6,
    about: 'Stop a VM later, by the app or watch: 7pm, tomorrow 9:00, 4h, idle 1h, spend 25',
    options: {
      'on-vm': 'The VM stops itself too, also when this computer is off',
      remind: 'Only remind, and do not stop it',
      yes: 'Skip the confirmation; where only a reminder is possible, set nothing',
      ...ERASE_DATA,
      ...JSON_OPTION,
    },
    examples: ['gpu-train-1 idle 1h', 'gpu-train-1 off'],
    read: (values, [vm, ...when]) => ({
      vm: vm ?? refuse(usage.missingVm('autostop')),
      eraseData: values['erase-data'],
      onVm: values['on-vm'],
      remind: values.remind === true,
      yes: values.yes === true,
      ...hasJson(values),
      when:
        when.length > 0
          ? when.join(' ')
          : values['on-vm'] || values.remind
            ? refuse(usage.missingAutoStop)
            : null,
    }),
  }),
  command({
    name: 'watch',
    about: 'Watch and stop VMs on a server, without the app',
    options: {
      'credentials-file':
        'Read API keys from a file that only you may read; default: GPU_TRAY_CREDENTIALS_FILE, else your keychain',
      'heartbeat-file': 'Write the last reading of each account to a file after each round',
      'send-to': 'Send alerts where the credentials file says',
      metrics:
        'Serve metrics for Prometheus, such as at 127.0.0.1:9400, where only this computer can read them',
      'idle-stop':
        'Stop VMs that are idle for that long and have no auto-stop, such as 1h; of all accounts',
      json: 'Print one JSON object a line',
    },
    examples: ['--credentials-file /etc/gpu-tray/credentials.json', '--json | tee -a watch.log'],
    read: (values) => ({
      credentialsFile: values['credentials-file'] ?? null,
      heartbeatFile: values['heartbeat-file'] ?? null,
      sendTo: values['send-to'],
      idleStopMs: readIdleStop(values),
      metrics: readMetricsAddress(values),
      ...hasJson(values),
    }),
  }),
  command({
    name: 'metrics',
    about: 'Print what Prometheus can read: VMs, rate, costs, ages',
    options: CREDENTIAL,
    examples: ['', '> /var/lib/node-exporter/gpu-tray.prom'],
    read: hasCredential,
  }),
  command({
    name: 'profile',
    words: '[<file>]',
    about: 'Print, check, set or remove a service profile',
    options: {
      set: 'Set the profile of the account',
      check: 'Only check <file>',
      remove: 'Remove the profile of the account',
      account: 'Account: id, label or email; default: the only one',
    },
    examples: ['--check profile.json', '--set profile.json --account work'],
    read: (values, words) => ({
      account: values.account ?? null,
      change: readProfileChange(values, words),
    }),
  }),
  command({
    name: 'login',
    about: "Store an account's credential in the system keychain",
    options: { account: 'Sign in again to a stored account', ...CREDENTIAL },
    examples: [
      `--provider ${PROVIDER_IDS[0]} --api-key-stdin`,
      '--base-url https://api.example.com \\\n    --email ada@example.com --password-stdin',
    ],
    read: (values) => ({
      credential: readCredential(values) ?? refuse(usage.loginCredential),
      account: values.account ?? null,
    }),
  }),
  // Id, label or email; null: the only stored account.
  command({
    name: 'logout',
    words: '[<account>]',
    about: 'Delete a stored credential (by id, label or email)',
    examples: ['', 'ada@example.com'],
    read: (_, [account = null]) => ({ account }),
  }),
  command({
    name: 'doctor',
    about: 'Check keychain, network, service, permissions and SSH',
    options: {
      shapes: 'Print names and types of answered fields, no values',
      ...SHOWN,
    },
    examples: ['', '--shapes'],
    read: (values) => {
      const shapes = values.shapes ?? false;
      if (shapes && values.json) refuse(usage.shapesAsText);
      return { ...readShown(values), shapes };
    },
  }),
  command({
    name: 'completion',
    words: '<shell>',
    about: 'Print a script that completes in bash, zsh or fish',
    examples: ['fish | source', 'bash > ~/.gpu-tray-completion'],
    read: (_, [typed]) => ({
      what: COMPLETIONS.find((what) => what === typed) ?? refuse(usage.completion),
    }),
  }),
] as const;

export type CommandName = (typeof COMMANDS)[number]['name'];
