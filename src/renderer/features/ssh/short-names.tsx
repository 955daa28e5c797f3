import { useRef, useState } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { checkNamePrefix } from '../settings/checks.ts';
import { type IncludePreview, messages } from '../settings/messages.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { IncludeLines } from './include-preview.tsx';

const text = messages.names;

export function ShortNames() {
  const include = useApp(({ ssh }) => ssh.include);
  /** The change to confirm; null: none is being made. */
  const [preview, setPreview] = useState<IncludePreview | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const prefix = useApp(({ preferences }) => preferences.namePrefix);
  const box = useRef<HTMLDivElement>(null);
  const show = (next: IncludePreview | null) => {
    setPreview(next);
    // The pressed button is removed with the old view.
    if (box.current?.contains(document.activeElement)) box.current.focus();
  };

  const look = async () => {
    const answer = await ask(bridge.previewInclude());
    if (answer.ok) show(answer.value.state === 'active' ? null : answer.value);
  };
  const change = async (request: Promise<Answer<void>>) => {
    await ask(request);
    show(null);
  };

  const canAdd = preview?.obstacle === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box} tabIndex={-1}>
      {preview === null ? (
        <>
          <p role="status">{text.states[include]}</p>
          <div>
            <Button
              isBusy={isBusy}
              label={include === 'active' ? text.remove : text.setUp}
              onClick={include === 'active' ? () => change(bridge.removeInclude()) : look}
            />
          </div>
        </>
      ) : (
        <>
          <IncludeLines onPrefix={look} preview={preview} />
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              label={canAdd ? text.add : text.recheck}
              onClick={canAdd ? () => change(bridge.addInclude()) : look}
              tone={canAdd ? 'primary' : 'plain'}
            />
            <Button label={text.cancel} onClick={() => show(null)} />
          </div>
        </>
      )}
      <RefusalText refusal={refusal} />
      <TextSetting
        check={checkNamePrefix}
        hint={text.prefixExample}
        label={text.prefix}
        name="namePrefix"
        onChange={(namePrefix) => bridge.changePreferences({ namePrefix })}
        value={prefix}
      />
    </div>
  );
}
