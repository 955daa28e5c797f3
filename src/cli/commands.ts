import { parseMetricsAddress } from '../core/metrics/index.ts';
import { parseAutoStop } from '../shared/auto-stop/parse-auto-stop.ts';
import type { VmOperation } from '../shared/domain/service-profile.ts';
import { capitalized, DAY_MS, utcDay } from '../shared/format/index.ts';
import { PROVIDER_IDS } from '../shared/providers/providers.ts';
import { monthStart, rangeProblem } from '../shared/usage/day-range.ts';
import { refuse } from './errors.ts';
import { usage } from './messages.ts';
import {
  type Field,
  field,
  flag,
  group,
  kind,
  type Line,
  type Option,
  option,
  refuseBoth,
} from './option.ts';
import {
  COLOR,
  CREDENTIAL,
  GIVEN_ACCOUNT,
  JSON_OPTION,
  LAUNCH,
  OFFERS,
  time,
  VM,
} from './options.ts';

const SHOWN = { json: JSON_OPTION, color: COLOR, credential: CREDENTIAL };

export const COMMON: readonly Option[] = [
  ...flag('verbose', 'Log each step to standard error').options,
  { name: 'help', type: 'boolean', short: 'h', form: '-h, --help', about: 'Show this help' },
];

export const VERSION = flag('version', 'Show the version');

/** A command with its help; docs/cli-commands.md is made of it too. */
interface Definition<Name extends string, T extends object> {
  readonly name: Name;
  /** Its arguments, as the help names them. */
  readonly words?: string;
  /** The largest number of words after its name. */
  readonly max?: number;
  readonly about: string;
  readonly values: Field<T>;
  /** Without `gpu-tray` and the name. */
  readonly examples: readonly [string, string];
}

function command<const Name extends string, T extends object>(definition: Definition<Name, T>) {
  const { name, words = '', max = words === '' ? 0 : 1, values } = definition;
  const options = [...values.options, ...COMMON];
  return {
    ...definition,
    words,
    options,
    read(line: Line) {
      const isOwn = (typed: string) => options.some((option) => option.name === typed);
      const other = Object.keys(line.values).find((typed) => !isOwn(typed));
      if (other !== undefined) refuse(usage.optionOfOther(other, name));
      const extra = line.words[max];
      if (extra !== undefined) refuse(usage.unexpectedArgument(extra));
      return { name, ...values.read(line), verbose: line.values['verbose'] === true };
    },
  };
}

const ERASE_DATA = flag(
  'erase-data',
  'Allow a stop that erases everything, without a confirmation',
);

const IDLE = flag('idle', 'Stop all idle and stuck VMs, after one review');

/** Empty: those that are idle or stuck. */
const OPERATED_VM = field([], (line) =>
  line.values['idle'] === true ? (line.words[0] ?? '') : VM.read(line),
);

function operation<const Name extends VmOperation>(name: Name) {
  return command({
    name,
    words: '<vm>',
    about: `${capitalized(name)} a VM; asks first`,
    values: group({
      vm: OPERATED_VM,
      idle: { ...IDLE, options: name === 'stop' ? IDLE.options : [] },
      yes: flag('yes', 'Skip the confirmation'),
      eraseData: { ...ERASE_DATA, options: name === 'stop' ? ERASE_DATA.options : [] },
      wait: flag('wait', 'Wait until the provider confirms it, at most 2 minutes'),
      json: JSON_OPTION,
      given: GIVEN_ACCOUNT,
    }).to((values) => {
      refuseBoth({ '<vm>': values.vm || null, '--idle': values.idle });
      return { ...values, yes: values.yes || values.eraseData };
    }),
    examples: [name === 'stop' ? '--idle' : 'gpu-train-1', 'gpu-train-1 --yes --wait'],
  });
}

const idleStop = kind('a duration from 1m to 31d, such as 1h', (typed) => {
  const limit = parseAutoStop(`idle ${typed}`, 0);
  return limit?.kind === 'idle' ? limit.ms : null;
});

const COMPLETIONS = ['bash', 'zsh', 'fish', 'words'] as const;

export const COMMANDS = [
  command({
    name: 'status',
    about: 'Show VMs and costs',
    values: group({
      watch: flag('watch', 'Keep running and reprint on changes'),
      ...SHOWN,
    }),
    examples: ['--watch', '--base-url https://api.example.com --api-key-stdin < key'],
  }),
  command({
    name: 'show',
    words: '<vm>',
    about: 'Show all fields and costs of a VM',
    values: group({ vm: VM, json: JSON_OPTION, credential: CREDENTIAL }),
    examples: ['gpu-train-1', '107 --json'],
  }),
  command({
    name: 'usage',
    about: 'Show costs per VM for a range of days',
    values: group({
      from: option(
        'from <day>',
        'First day in UTC: 2026-11-01, yesterday, or an age such as 7d; default: the first of the month',
        time,
      ),
      to: option('to <day>', 'Last day, in the same form; default: today', time),
      csv: flag('csv', 'Print a row per VM for a spreadsheet'),
      check: flag('check', 'Compare billed with measured costs'),
      ...SHOWN,
    }).to(({ from, to, csv, json, ...values }, { now }) => {
      refuseBoth({ '--check': values.check, '--csv': csv });
      refuseBoth({ '--csv': csv, '--json': json });
      const last = utcDay(to ?? now);
      const range = { from: from === null ? monthStart(last) : utcDay(from), to: last };
      const problem = rangeProblem(range);
      if (problem !== null) return refuse(usage.invalidRange[problem]);
      const format: 'table' | 'csv' | 'json' = csv ? 'csv' : json ? 'json' : 'table';
      return { ...values, range, format };
    }),
    examples: ['--from 7d', '--from 2026-11-01 --to yesterday --csv > usage.csv'],
  }),
  command({
    name: 'events',
    about: 'Show recorded events: VMs, alerts and gaps',
    values: group({
      since: option(
        'since <day>',
        'From a day in UTC, 2026-11-01 or yesterday, or an age such as 24h; default: 7d',
        time,
      ).to((since, { now }) => since ?? now - 7 * DAY_MS),
      json: JSON_OPTION,
    }),
    examples: ['', '--since yesterday'],
  }),
  command({
    name: 'prices',
    about: 'Show the lowest price of each GPU in each cloud',
    values: OFFERS,
    examples: ['', '--gpu h100'],
  }),
  command({
    name: 'offers',
    about: 'Show the GPUs on offer in all clouds, cheapest first',
    values: OFFERS,
    examples: ['--gpu h100 --max-price 2.50', `--min-gpus 4 --provider ${PROVIDER_IDS[0]} --json`],
  }),
  command({
    name: 'launch',
    about: 'Launch a VM; shows its price and asks first',
    values: LAUNCH,
    examples: ['--gpu h100 --max-price 2.50', '--like gpu-train-1 --wait'],
  }),
  command({
    name: 'ssh',
    words: '<vm>',
    about: 'Log in to a VM by its alias, label or number',
    values: group({
      vm: VM,
      print: flag('print', 'Print the SSH command instead of running it'),
    }),
    examples: ['gpu-train-1', '107 --print'],
  }),
  operation('start'),
  operation('stop'),
  operation('destroy'),
  command({
    name: 'autostop',
    words: '<vm> [<limit>]',
    // `tomorrow at 9:00 am` is four words.
    max: 6,
    about: 'Stop a VM later: 7pm, tomorrow 9:00, 4h, idle 1h, spend 25',
    values: group({
      vm: VM,
      onVm: flag('on-vm', 'The VM also stops itself, even when this computer is off'),
      remind: flag('remind', 'Send a reminder instead of stopping it'),
      yes: flag('yes', 'Skip the confirmation; where only a reminder is possible, set nothing'),
      eraseData: ERASE_DATA,
      json: JSON_OPTION,
    }).to(({ onVm, ...values }, { words: [, ...when] }) => ({
      ...values,
      // Without the option, a VM that stops itself keeps doing so.
      onVm: onVm || undefined,
      when:
        when.length > 0
          ? when.join(' ')
          : onVm || values.remind
            ? refuse(usage.missingAutoStop)
            : null,
    })),
    examples: ['gpu-train-1 idle 1h', 'gpu-train-1 off'],
  }),
  command({
    name: 'watch',
    about: 'Run alerts and auto-stops without the app',
    values: group({
      credentialsFile: option(
        'credentials-file <file>',
        'Read API keys from a file that only you can read; default: GPU_TRAY_CREDENTIALS_FILE, else your keychain',
      ),
      heartbeatFile: option('heartbeat-file <file>', 'Write a heartbeat file after each poll'),
      sendTo: flag('send-to', 'Send alerts to the destinations in the credentials file'),
      metrics: option(
        'metrics <address>',
        'Serve Prometheus metrics, such as at 127.0.0.1:9400 for this computer only',
        kind('an address with a port, such as 127.0.0.1:9400', parseMetricsAddress),
      ),
      idleStopMs: option(
        'idle-stop <duration>',
        'Stop VMs without an auto-stop once idle for this long, such as 1h; all accounts',
        idleStop,
      ).to((ms) => ms ?? undefined),
      json: flag('json', 'Print one JSON object per line'),
    }),
    examples: ['--credentials-file /etc/gpu-tray/credentials.json', '--json | tee -a watch.log'],
  }),
  command({
    name: 'metrics',
    about: 'Print Prometheus metrics',
    values: group({ credential: CREDENTIAL }),
    examples: ['', '> /var/lib/node-exporter/gpu-tray.prom'],
  }),
  command({
    name: 'profile',
    words: '[<file>]',
    about: 'Print, check, set or remove a service profile',
    // `usage --check` takes no value, so the file to check is a word.
    values: group({
      set: option('set <file>', 'Set the profile of the account'),
      check: flag('check', 'Check <file> without setting it'),
      remove: flag('remove', 'Remove the profile of the account'),
      account: option('account <account>', 'Account: id, name or email; default: the only one'),
    }).to(({ check, ...values }, { words: [file] }) => {
      const { set, remove } = values;
      refuseBoth({ '--set': set, '--check': check, '--remove': remove });
      if (!check && file !== undefined) refuse(usage.unexpectedArgument(file));
      return { ...values, checked: check ? (file ?? refuse(usage.missingProfile)) : null };
    }),
    examples: ['--check profile.json', '--set profile.json --account work'],
  }),
  command({
    name: 'login',
    about: 'Sign in to an account; asks where you rent',
    // Without a credential, it asks at a terminal.
    values: group({
      account: option(
        'account <account>',
        'Sign in again to a stored account; in a credentials file, its name',
      ),
      credential: CREDENTIAL,
    }),
    examples: ['', `--provider ${PROVIDER_IDS[0]} --api-key-stdin < key`],
  }),
  // Id, label or email; null: the only stored account.
  command({
    name: 'logout',
    words: '[<account>]',
    about: 'Delete a stored credential (by id, name or email)',
    values: group({}).to((_, { words: [account = null] }) => ({ account })),
    examples: ['', 'ada@example.com'],
  }),
  command({
    name: 'doctor',
    about: 'Check keychain, network, service, permissions and SSH',
    values: group({
      shapes: flag('shapes', 'Print the response format, without values'),
      ...SHOWN,
    }).to((values) => {
      refuseBoth({ '--shapes': values.shapes, '--json': values.json });
      return values;
    }),
    examples: ['', '--shapes'],
  }),
  command({
    name: 'demo',
    about: 'Open a shell with gpu-tray on simulated clouds',
    // bin/gpu-tray.mjs runs it.
    values: group({}).to(() => refuse(usage.demo)),
    examples: ['', '< commands.txt'],
  }),
  command({
    name: 'completion',
    words: '<shell>',
    // The scripts pass the line to complete.
    max: Number.POSITIVE_INFINITY,
    about: 'Print the completion script for bash, zsh or fish',
    values: group({}).to((_, { words: [typed, ...line] }) => ({
      what: COMPLETIONS.find((what) => what === typed) ?? refuse(usage.completion),
      line,
    })),
    examples: ['fish | source', 'bash > ~/.gpu-tray-completion'],
  }),
] as const;

export type CommandName = (typeof COMMANDS)[number]['name'];
