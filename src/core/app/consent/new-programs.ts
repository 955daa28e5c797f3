import { preferencesOf, type Settings } from '../../settings/index.ts';
import { type RunsWhere, runningOption, sshLoginsOf } from '../../ssh/index.ts';

/** A setting that names a program to be run, or a library to be loaded. */
export interface NamedProgram {
  /** What runs it: our opening of a terminal, or ssh at a login, and there where. */
  readonly runBy: 'terminal' | `ssh ${RunsWhere}`;
  /** As it is passed on: a terminal's command, or an option as ssh's configuration gets it. */
  readonly text: string;
  /** The same for two that mean the same, however they are written. */
  readonly key: string;
}

function programOf(option: string): readonly NamedProgram[] {
  const running = runningOption(option);
  if (running === null) return [];
  const [keyword, value] = running.line;
  const runBy = `ssh ${running.where}` as const;
  const key = `${runBy} ${keyword.toLowerCase()} ${value}`;
  return [{ runBy, text: `${keyword} ${value}`.trim(), key }];
}

/** For whichever VMs a login holds: a program that is agreed to is so for all. */
function programsIn(settings: Settings): readonly NamedProgram[] {
  const command = preferencesOf(settings).terminalCommand;
  const { all, accounts, templates } = sshLoginsOf(settings);
  const logins = [all, ...Object.values(accounts), ...Object.values(templates)];
  return [
    ...(command === null
      ? []
      : [{ runBy: 'terminal', text: command, key: `terminal ${command}` } as const]),
    ...logins.flatMap(({ options }) => options.flatMap(programOf)),
  ];
}

/** The programs that a change of settings brings, each once; those that were there before are not among them. */
export function newPrograms(before: Settings, after: Settings): readonly NamedProgram[] {
  const known = new Set(programsIn(before).map(({ key }) => key));
  const brought = new Map(programsIn(after).map((program) => [program.key, program]));
  return [...brought.values()].filter(({ key }) => !known.has(key));
}
