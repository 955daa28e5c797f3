import { COMMANDS } from './commands.ts';
import { EXIT, type ExitCode } from './errors.ts';
import { type CommandOf, type Context, openUserSsh } from './user.ts';

/** The shells ask for the words that fit, and complete files where there are none. fish needs 3.4. */
export const SCRIPTS = {
  bash: `_gpu_tray() {
  COMPREPLY=($(gpu-tray completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gpu_tray gpu-tray
`,
  zsh: `#compdef gpu-tray
_gpu_tray() {
  local -a found
  found=(\${(f)"$(gpu-tray completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
# Loaded from a folder of $fpath it is the function itself; after \`source\` it is registered.
if [ "$funcstack[1]" = _gpu_tray ]; then _gpu_tray; else compdef _gpu_tray gpu-tray; fi
`,
  fish: `function __gpu_tray_words
  gpu-tray completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c gpu-tray -f -a '(__gpu_tray_words)'
complete -c gpu-tray -n '__fish_prev_arg_in --set --check --profile' -F
`,
};

/** Every word that may stand in the place of the last one. @param aliases of the known VMs */
async function allWords(
  [name, ...words]: readonly string[],
  aliases: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (words.length === 0)
    return [...COMMANDS.map((command) => command.name), 'help', '--help', '--version'];
  const command = COMMANDS.find((each) => each.name === name);
  const before = words.at(-2) ?? '';
  const takesFile = name === 'profile' ? ['--set', '--check'] : ['--profile'];
  if (command === undefined || takesFile.includes(before)) return [];
  const options = command.options.map((option) => option.name);
  return [
    ...options.map((option) => `--${option}`),
    ...(name === 'completion' ? Object.keys(SCRIPTS) : []),
    ...(command.words.includes('<vm>') || options.includes('like') ? await aliases() : []),
  ];
}

/** Prints the script of a shell, or the words that may end a command line. Sends no request. */
export async function printCompletion(
  { what, line }: CommandOf<'completion'>,
  context: Context,
): Promise<ExitCode> {
  const { terminal } = context;
  async function aliases() {
    const { storedHosts } = await import('./ssh/host-files.ts');
    return (await storedHosts(await openUserSsh(context))).map(({ alias }) => alias);
  }
  if (what !== 'words') terminal.out(SCRIPTS[what]);
  else
    for (const word of await allWords(line, aliases))
      if (word.startsWith(line.at(-1) ?? '')) terminal.out(`${word}\n`);
  return EXIT.fresh;
}
