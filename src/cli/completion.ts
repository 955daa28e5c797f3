import type { CommandOf } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { EXIT, type ExitCode } from './errors.ts';
import { type Context, openUserSsh } from './user.ts';

type Shell = Exclude<CommandOf<'completion'>['what'], 'aliases'>;

const WITH_VM = COMMANDS.flatMap(({ name, words, options }) =>
  words.includes('<vm>') || options.some((option) => option.name === 'like') ? [name] : [],
);

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const names = [...COMMANDS.map(({ name }) => name), 'help'].join(' ');

/** A line for each command with the words that may follow it. */
const each = (line: (name: string, words: string) => string) =>
  COMMANDS.map(({ name, options }) => {
    const words = [
      ...options.map((option) => `--${option.name}`),
      ...(name === 'completion' ? SHELLS : []),
      ...(WITH_VM.includes(name) ? ['$(gpu-tray completion aliases 2>/dev/null)'] : []),
    ];
    return line(name, words.join(' '));
  }).join('\n');

/** A shell's pattern of the command and the word before, where a file follows. */
const BEFORE_FILE = '"profile --set"|"profile --check"|*" --profile"';

const bash = () => `_gpu_tray() {
  local words
  # Without words, bash completes files.
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in ${BEFORE_FILE}) COMPREPLY=(); return ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names} --help --version"
  else
    case "\${COMP_WORDS[1]}" in
${each((name, words) => `      ${name}) words="${words}" ;;`)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gpu_tray gpu-tray
`;

const zsh = () => `#compdef gpu-tray
_gpu_tray() {
  if (( CURRENT == 2 )); then
    compadd -- ${names} --help --version
    return
  fi
  case "$words[2] $words[CURRENT-1]" in ${BEFORE_FILE}) _files; return ;; esac
  case "$words[2]" in
${each((name, words) => `    ${name}) compadd -- ${words} ;;`)}
  esac
}
# Loaded from a folder of $fpath it is the function itself; after \`source\` it is registered.
if [ "$funcstack[1]" = _gpu_tray ]; then _gpu_tray; else compdef _gpu_tray gpu-tray; fi
`;

/** Where the word before takes a file. */
const FISH_FILE = '__fish_prev_arg_in --set --check --profile';

// `$(…)` needs fish 3.4.
const fish = () => `complete -c gpu-tray -f
complete -c gpu-tray -n __fish_use_subcommand -a '${names} --help --version'
complete -c gpu-tray -n '${FISH_FILE}' -F
${each((name, words) => `complete -c gpu-tray -n '__fish_seen_subcommand_from ${name}; and not ${FISH_FILE}' -a '${words.replace('$(', '(')}'`)}
`;

export const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

/** Prints the script that completes commands, options and aliases, or the aliases of the known VMs. Sends no request. */
export async function printCompletion(
  { what }: CommandOf<'completion'>,
  context: Context,
): Promise<ExitCode> {
  const { terminal } = context;
  if (what === 'aliases') {
    const { storedHosts } = await import('./ssh/host-files.ts');
    for (const { alias } of await storedHosts(await openUserSsh(context)))
      terminal.out(`${alias}\n`);
  } else terminal.out(SCRIPTS[what]());
  return EXIT.fresh;
}
