import { SHELLS } from '../../../shared/settings/preference-values.ts';
import type { FoundProgram } from '../../../shared/ssh/ssh-state.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Choice } from '../../ui/index.ts';
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
  const { terminal, terminalCommand } = useApp(({ preferences }) => preferences);
  const terminals = useApp(({ ssh }) => ssh.terminals);
  return (
    <>
      <Choice
        label={text.terminal}
        onChange={(id, ask) => ask(bridge.changePreferences({ terminal: id }))}
        options={terminalOptions(terminals, terminal)}
        value={terminal}
      />
      {terminal === 'own' && (
        <TextSetting
          check={checkTerminalCommand}
          hint={text.commandHint}
          isWide
          label={text.command}
          name="terminalCommand"
          onChange={(typed) => bridge.changePreferences({ terminalCommand: orNull(typed) })}
          placeholder="foot --title GPU {command}"
          sendingHint={messages.confirmHint}
          value={terminalCommand ?? ''}
        />
      )}
    </>
  );
}

export function ProgramSettings() {
  const { shell, remoteFolder } = useApp(({ preferences }) => preferences);
  const editors = useApp(({ ssh }) => ssh.editors);
  const isWindows = useApp(({ environment }) => environment.platform === 'win32');
  return (
    <>
      <TerminalSettings />
      {isWindows && (
        <Choice
          label={text.shell}
          onChange={(value, ask) => ask(bridge.changePreferences({ shell: value }))}
          options={SHELLS.map((value) => ({ value, label: text.shells[value] }))}
          value={shell}
        />
      )}
      <TextSetting
        check={checkRemoteFolder}
        hint={text.folderHint(editors)}
        label={text.folder}
        name="remoteFolder"
        onChange={(typed) => bridge.changePreferences({ remoteFolder: orNull(typed) })}
        placeholder={text.folderPlaceholder}
        value={remoteFolder ?? ''}
      />
    </>
  );
}
