import { SHELLS } from '../../../shared/settings/preference-values.ts';
import type { FoundProgram } from '../../../shared/ssh/ssh-state.ts';
import { bridge, useApp } from '../../store.ts';
import { Choice } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';

const SHELL_LABELS = { powershell: 'PowerShell', cmd: 'Command Prompt' } as const;

/** @param chosen stays an option if it was uninstalled */
function terminalOptions(found: readonly FoundProgram[], chosen: string) {
  const options = [
    { value: 'auto', label: `Automatic (${found[0]?.name ?? 'none found'})` },
    ...found.map(({ id, name }) => ({ value: id, label: name })),
    { value: 'own', label: 'Custom command' },
  ];
  const isListed = options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: `${chosen} (not found)` }];
}

export function ProgramSettings() {
  const { preferences, ssh, environment } = useApp((app) => app);
  const { shell, remoteFolder, terminal, terminalCommand } = preferences;
  const editors = ssh.editors.map(({ name }) => name).join(', ');
  const found = editors === '' ? 'No supported editor found.' : `Found: ${editors}.`;
  return (
    <>
      <Choice
        label="Terminal"
        onChange={(id, ask) => ask(bridge.changePreferences({ terminal: id }))}
        options={terminalOptions(ssh.terminals, terminal)}
        value={terminal}
      />
      {terminal === 'own' && (
        <TextSetting
          hint={'Runs without a shell. {command} is replaced by ssh and its arguments.'}
          label="Terminal command"
          name="terminalCommand"
          onChange={(typed) => bridge.changePreferences({ terminalCommand: typed || null })}
          placeholder="foot --title GPU {command}"
          sendingHint="Confirm in the open dialog."
          value={terminalCommand ?? ''}
        />
      )}
      {environment.platform === 'win32' && (
        <Choice
          label="Copy commands for"
          onChange={(value, ask) => ask(bridge.changePreferences({ shell: value }))}
          options={SHELLS.map((value) => ({ value, label: SHELL_LABELS[value] }))}
          value={shell}
        />
      )}
      <TextSetting
        hint={`The folder that editors open on a VM. ${found}`}
        label="Folder for editors"
        name="remoteFolder"
        onChange={(typed) => bridge.changePreferences({ remoteFolder: typed || null })}
        placeholder="home folder"
        unit={{}}
        value={remoteFolder ?? ''}
      />
    </>
  );
}
