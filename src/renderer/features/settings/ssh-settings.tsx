import type { Preferences } from '../../../shared/app/index.ts';
import { RefusalText } from '../../ui/index.ts';
import { checkSshPort, checkSshUser, parsePort } from './preference-checks.ts';
import { TextSetting } from './text-setting.tsx';
import { usePreferenceChange } from './use-preference.ts';

/** The service documents neither user nor port. */
export function SshSettings({ preferences }: { readonly preferences: Preferences }) {
  const { refusal, change } = usePreferenceChange();
  return (
    <>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3">
        <TextSetting
          check={checkSshUser}
          key={`user:${preferences.sshUser}`}
          label="User"
          name="sshUser"
          onChange={(text) => change({ sshUser: text === '' ? null : text })}
          placeholder="as ssh decides"
          value={preferences.sshUser ?? ''}
        />
        <TextSetting
          check={checkSshPort}
          inputMode="numeric"
          key={`port:${preferences.sshPort}`}
          label="Port"
          name="sshPort"
          onChange={(text) => change({ sshPort: parsePort(text) })}
          placeholder="22"
          value={preferences.sshPort === null ? '' : String(preferences.sshPort)}
        />
      </div>
      <RefusalText refusal={refusal} />
    </>
  );
}
