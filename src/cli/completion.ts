import type { CommandOf } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { OPTIONS } from './option-table.ts';

type Shell = Exclude<CommandOf<'completion'>['what'], 'aliases'>;

/** Commands that take the alias of a VM. */
const WITH_VM = COMMANDS.flatMap(({ name, words, options }) =>
  words.includes('<vm>') || 'like' in options ? [name] : [],
);

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const names = [...COMMANDS.map(({ name }) => name), 'help'].join(' ');

/** The body of a shell's `case` on the command. @param indent spaces */
function cases(line: (words: string) => string, indent: string): string {
  const bodies = COMMANDS.map(({ name, options }) => {
    const words = [
      ...Object.keys(options).map((option) => `--${option}`),
      ...(name === 'completion' ? SHELLS : []),
      ...(WITH_VM.includes(name) ? ['$(gpu-tray completion aliases 2>/dev/null)'] : []),
    ];
    return `${indent}${name}) ${line(words.join(' '))} ;;`;
  });
  return bodies.join('\n');
}

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
${cases((words) => `words="${words}"`, '      ')}
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
${cases((words) => `compadd -- ${words}`, '    ')}
  esac
}
# Loaded from a folder of $fpath it is the function itself; after \`source\` it is registered.
if [ "$funcstack[1]" = _gpu_tray ]; then _gpu_tray; else compdef _gpu_tray gpu-tray; fi
`;

/** Options whose value is a file. The file of `profile --check` is a word. */
const WITH_FILE = Object.entries(OPTIONS).flatMap(([name, option]) =>
  'value' in option && option.value === 'file' ? [name] : [],
);

function fish(): string {
  const of = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const lines = COMMANDS.flatMap(({ name, options }) => [
    ...Object.keys(options).map(
      (option) =>
        `complete -c gpu-tray ${of(name)} -l ${option}${WITH_FILE.includes(option) ? ' -r -F' : ''}`,
    ),
    ...(name === 'completion' ? [`complete -c gpu-tray ${of(name)} -a '${SHELLS.join(' ')}'`] : []),
    ...(WITH_VM.includes(name)
      ? [`complete -c gpu-tray ${of(name)} -a '(gpu-tray completion aliases 2>/dev/null)'`]
      : []),
  ]);
  return `complete -c gpu-tray -f
complete -c gpu-tray -n __fish_use_subcommand -a '${names}'
complete -c gpu-tray -n __fish_use_subcommand -l version
complete -c gpu-tray -n '__fish_seen_subcommand_from profile; and __fish_contains_opt check' -F
${lines.join('\n')}
`;
}

/** The script that completes commands, options and the aliases of the known VMs, without a request. */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
  }
}
