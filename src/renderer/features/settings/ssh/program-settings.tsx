import type { FoundProgram, Preferences, Shell } from '../../../../shared/app/index.ts';
import { SHELLS } from '../../../../shared/app/index.ts';
import { useApp } from '../../../store.ts';
import { Choice, RefusalText } from '../../../ui/index.ts';
import { TextSetting } from '../text-setting.tsx';
import { usePreferenceChange } from '../use-preference.ts';
import { AWAITED_HINT } from '../use-setting-change.ts';
import { checkRemoteFolder, checkTerminalCommand } from './login-checks.ts';
import { terminalOptions } from './terminal-options.ts';

const SHELL_WORDS: Readonly<Record<Shell, string>> = {
  powershell: 'PowerShell',
  cmd: 'Command Prompt',
};

const COMMAND_HINT = 'No shell reads it. ssh and its words take the place of {command}.';

const orNull = (text: string) => (text === '' ? null : text);

function editorWords(editors: readonly FoundProgram[]): string {
  return editors.length === 0
    ? 'No editor was found that opens VMs.'
    : `Found: ${editors.map(({ name }) => name).join(', ')}.`;
}

interface ProgramSettingsProps {
  readonly preferences: Preferences;
}

/** The terminal, and the command of one of the user's own: what is against either is told there. */
function TerminalSettings({ preferences }: ProgramSettingsProps) {
  const { refusal, isAwaited, change } = usePreferenceChange();
  const terminals = useApp(({ ssh }) => ssh.terminals);
  const { terminal, terminalCommand } = preferences;
  return (
    <>
      <Choice
        label="Terminal"
        onChange={(id) => change({ terminal: id })}
        options={terminalOptions(terminals, terminal)}
        value={terminal}
      />
      {terminal === 'own' && (
        <TextSetting
          check={checkTerminalCommand}
          hint={isAwaited ? AWAITED_HINT : COMMAND_HINT}
          label="Terminal command"
          name="terminalCommand"
          onChange={(text) => change({ terminalCommand: orNull(text) })}
          placeholder="foot --title GPU {command}"
          value={terminalCommand ?? ''}
        />
      )}
      <RefusalText refusal={refusal} />
    </>
  );
}

/** What one logs in with. */
export function ProgramSettings({ preferences }: ProgramSettingsProps) {
  const { refusal, change } = usePreferenceChange();
  const editors = useApp(({ ssh }) => ssh.editors);
  const isWindows = useApp(({ surroundings }) => surroundings.platform === 'win32');
  const { shell, remoteFolder } = preferences;
  return (
    <>
      <TerminalSettings preferences={preferences} />
      {isWindows && (
        <Choice
          label="Copy commands for"
          onChange={(value) => change({ shell: value })}
          options={SHELLS.map((value) => ({ value, words: SHELL_WORDS[value] }))}
          value={shell}
        />
      )}
      <TextSetting
        check={checkRemoteFolder}
        hint={`Where editors open a VM. ${editorWords(editors)}`}
        label="Folder for editors"
        name="remoteFolder"
        onChange={(text) => change({ remoteFolder: orNull(text) })}
        placeholder="the home folder"
        value={remoteFolder ?? ''}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
