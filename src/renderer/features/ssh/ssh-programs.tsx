import { PREFERENCES } from '../../../shared/settings/preferences.ts';
import type { FoundProgram } from '../../../shared/ssh/ssh-state.ts';
import { usePreferences } from '../../preferences.ts';
import { useApp } from '../../store.ts';
import { Choice, RefusalText } from '../../ui/index.ts';
import { checkRemoteFolder, checkTerminalCommand } from '../settings/checks.ts';
import { messages } from '../settings/messages.ts';
import { TextSetting } from '../settings/text-setting.tsx';

const text = messages.programs;
const orNull = (typed: string) => (typed === '' ? null : typed);

/** @param chosen stays an option if it was uninstalled */
function terminalOptions(found: readonly FoundProgram[], chosen: string) {
  const options = [
    { value: 'auto', label: text.automatic(found[0]?.name) },
    ...found.map(({ id, name }) => ({ value: id, label: name })),
    { value: 'own', label: text.custom },
  ];
  const isListed = options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: text.missing(chosen) }];
}

function TerminalSettings() {
  const { preferences, refusal, change } = usePreferences();
  const isAsking = useApp((app) => app.isAsking);
  const terminals = useApp(({ ssh }) => ssh.terminals);
  const { terminal, terminalCommand } = preferences;
  return (
    <>
      <Choice
        label={text.terminal}
        onChange={(id) => change({ terminal: id })}
        options={terminalOptions(terminals, terminal)}
        value={terminal}
      />
      {terminal === 'own' && (
        <TextSetting
          check={checkTerminalCommand}
          hint={isAsking ? messages.confirmHint : text.commandHint}
          isWide
          label={text.command}
          name="terminalCommand"
          onChange={(typed) => change({ terminalCommand: orNull(typed) })}
          placeholder="foot --title GPU {command}"
          value={terminalCommand ?? ''}
        />
      )}
      <RefusalText refusal={refusal} />
    </>
  );
}

export function ProgramSettings() {
  const { preferences, refusal, change } = usePreferences();
  const editors = useApp(({ ssh }) => ssh.editors);
  const isWindows = useApp(({ environment }) => environment.platform === 'win32');
  const { shell, remoteFolder } = preferences;
  return (
    <>
      <TerminalSettings />
      {isWindows && (
        <Choice
          label={text.shell}
          onChange={(value) => change({ shell: value })}
          options={PREFERENCES.shell.options.map((value) => ({ value, label: text.shells[value] }))}
          value={shell}
        />
      )}
      <TextSetting
        check={checkRemoteFolder}
        hint={text.folderHint(editors)}
        label={text.folder}
        name="remoteFolder"
        onChange={(typed) => change({ remoteFolder: orNull(typed) })}
        placeholder={text.folderPlaceholder}
        value={remoteFolder ?? ''}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
