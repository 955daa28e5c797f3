import { useState } from 'react';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, lazy, onDemand, RequestButton, ScreenFrame, useMinute } from '../../ui/index.ts';
import { messages } from './messages.ts';

// The license texts are longer than the screen's code.
const Licenses = lazy(onDemand(() => import('./licenses.tsx').then((all) => all.Licenses)));

function Updates() {
  const updates = useApp((app) => app.updates);
  const isWanted = useApp((app) => app.preferences.checkForUpdates);
  const now = useMinute();
  const isReady = updates.kind === 'ready';
  return (
    <>
      <p className="py-1.5" role="status">
        {messages.updateState(updates, isWanted, now)}
      </p>
      {updates.kind !== 'off' && (
        <div className="pb-2">
          <RequestButton
            label={isReady ? messages.installUpdate : messages.checkForUpdates}
            request={isReady ? bridge.installUpdate : bridge.checkForUpdates}
            tone={isReady ? 'primary' : 'plain'}
          />
        </div>
      )}
    </>
  );
}

export function About() {
  const version = useApp(({ environment }) => environment.version);
  const [isOpen, setOpen] = useState(false);
  return (
    <ScreenFrame title={messages.title}>
      <p className="pb-2 font-semibold text-title select-text">{messages.version(version)}</p>
      <Updates />
      <p className="py-1.5">
        <Button
          label={messages.diagnostics}
          onClick={() => go({ kind: 'diagnostics' })}
          tone="link"
        />
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer font-medium text-accent">
          {messages.licenses}
        </summary>
        {isOpen && <Licenses />}
      </details>
    </ScreenFrame>
  );
}
