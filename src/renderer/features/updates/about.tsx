import { useState } from 'react';
import { type UpdateState, updateText } from '../../../shared/updates/updates-slice.ts';
import { bridge, go, useApp } from '../../store.ts';
import {
  ago,
  Button,
  lazy,
  onDemand,
  RequestButton,
  ScreenFrame,
  useMinute,
} from '../../ui/index.ts';

// The license texts are longer than the screen's code.
const Licenses = lazy(onDemand(() => import('./licenses.tsx'), 'Licenses'));

/** @param isWanted the setting @param now ms since the epoch */
function updateState(updates: UpdateState, isWanted: boolean, now: number): string {
  if (updates.kind === 'checking') return 'Checking for updates…';
  if (updates.kind !== 'idle') return updateText(updates).join(' ');
  if (updates.checkedAt !== null) return `Up to date. Checked ${ago(updates.checkedAt, now)}.`;
  return isWanted ? 'GPU Tray checks once a day.' : 'Automatic checks are off.';
}

export function About() {
  const { environment, updates, preferences } = useApp((app) => app);
  const now = useMinute();
  const isReady = updates.kind === 'ready';
  const [isOpen, setOpen] = useState(false);
  return (
    <ScreenFrame title="About">
      <p className="pb-2 font-semibold text-title select-text">GPU Tray {environment.version}</p>
      <p className="py-1.5" role="status">
        {updateState(updates, preferences.checkForUpdates, now)}
      </p>
      {updates.kind !== 'off' && (
        <div className="pb-2">
          <RequestButton
            label={isReady ? 'Install and restart' : 'Check for updates'}
            request={isReady ? bridge.installUpdate : bridge.checkForUpdates}
            tone={isReady ? 'primary' : 'plain'}
          />
        </div>
      )}
      <p className="py-1.5">
        <Button label="Diagnostics" onClick={() => go({ kind: 'diagnostics' })} tone="link" />
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer font-medium text-accent">Licenses</summary>
        {isOpen && <Licenses />}
      </details>
    </ScreenFrame>
  );
}
