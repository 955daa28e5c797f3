import { useRef, useState } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { describePattern } from '../../../shared/ssh/shell-only.ts';
import type { IncludeState } from '../../../shared/ssh/ssh-state.ts';
import { bridge, useApp } from '../../store.ts';
import { Button, CodeField, RefusalText, useRequest } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';

type Preview = RequestOutput<'previewInclude'>;

const STATES: Readonly<Record<IncludeState, string>> = {
  active: 'Short names are on. Use them with ssh in any terminal.',
  absent:
    'Short names are off. Turn them on to log in by name in any terminal and to open VMs in editors.',
  unknown: 'ssh reports an error in your SSH config. Run ssh -G localhost to see it.',
};

/** The lines to add, or to paste where GPU Tray cannot add them. */
function IncludeLines({ path, target, lines, obstacle }: Preview) {
  const shown = lines.join('\n');
  return (
    <>
      <p className="break-words select-text" role="status">
        {obstacle === null
          ? `GPU Tray will add ${lines.length} lines at the top of your SSH config,`
          : `${obstacle} Paste these lines at the top of your SSH config, or of a file that it includes first,`}{' '}
        <span className="code-font">{path}</span>
        {target !== path && (
          <>
            , a link to <span className="code-font">{target}</span>
          </>
        )}
        :
      </p>
      {obstacle === null ? (
        <>
          <p className="code-font break-words whitespace-pre-wrap select-text">{shown}</p>
          <p className="text-quiet text-small">
            The rest of the file is unchanged. GPU Tray keeps a backup. You can undo this in
            Settings at any time.
          </p>
        </>
      ) : (
        <CodeField
          hint="Selected on focus, ready to copy."
          label="Lines"
          name="includeLines"
          value={shown}
        />
      )}
    </>
  );
}

export function ShortNames() {
  const include = useApp(({ ssh }) => ssh.include);
  const [preview, setPreview] = useState<Preview | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const prefix = useApp(({ preferences }) => preferences.namePrefix);
  const box = useRef<HTMLDivElement>(null);
  const show = (next: Preview | null) => {
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
  const changePrefix = async (namePrefix: string) => {
    if ((await ask(bridge.changePreferences({ namePrefix }))).ok) await look();
  };

  const canAdd = preview?.obstacle === null;
  const other = preview?.pattern?.other ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box} tabIndex={-1}>
      {preview === null ? (
        <>
          <p role="status">{STATES[include]}</p>
          <div>
            <Button
              isBusy={isBusy}
              label={include === 'active' ? 'Turn off short SSH names' : 'Set up short SSH names…'}
              onClick={include === 'active' ? () => change(bridge.removeInclude()) : look}
            />
          </div>
        </>
      ) : (
        <>
          {preview.pattern !== null && (
            <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
              <p className="break-words" role="status">
                {describePattern(preview.pattern)}
              </p>
              <p className="code-font break-words whitespace-pre-wrap select-text">
                {preview.pattern.options.join('\n')}
              </p>
              {other !== null && (
                <Button label={`Use ${other}- instead`} onClick={() => changePrefix(other)} />
              )}
            </div>
          )}
          {preview.lines.length === 0 ? (
            <p role="status">{preview.obstacle}</p>
          ) : (
            <IncludeLines {...preview} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              label={canAdd ? 'Add these lines' : 'Check again'}
              onClick={canAdd ? () => change(bridge.addInclude()) : look}
              tone={canAdd ? 'primary' : 'plain'}
            />
            <Button label="Not now" onClick={() => show(null)} />
          </div>
        </>
      )}
      <RefusalText refusal={refusal} />
      <TextSetting
        hint={(prefix) => `Such as ssh ${prefix}-scratch.`}
        label="Short names start with"
        name="namePrefix"
        onChange={(namePrefix) => bridge.changePreferences({ namePrefix })}
        unit={{}}
        value={prefix}
      />
    </div>
  );
}
