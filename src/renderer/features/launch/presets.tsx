import { useRef, useState } from 'react';
import { formatRate } from '../../../shared/format/index.ts';
import { MAX_PRESETS, type PresetOrder, presetName } from '../../../shared/launch/preset.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { go } from '../../navigation.ts';
import { usePreferences } from '../../preferences.ts';
import { useHiding } from '../../store.ts';
import {
  Button,
  Field,
  IconButton,
  RefusalText,
  ScreenSection,
  UnitField,
} from '../../ui/index.ts';
import { LaunchButton } from './launch-buttons.tsx';
import { messages } from './messages.ts';

/** `2 × H100 SXM 80 GB · Cloud secure · up to $3.00/h`. */
function presetText({ gpu, gpuCount, provider, tier, where, maxPerHour }: PresetOrder): string {
  return [
    gpuCount === null ? gpu : `${gpuCount} × ${gpu}`,
    [PROVIDERS[provider].name, tier].filter(Boolean).join(' '),
    where,
    maxPerHour && messages.upTo(formatRate(maxPerHour)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The presets, each of which opens the form with the cheapest offer that matches. */
export function Presets() {
  const { preferences, refusal, change } = usePreferences();
  const { presets, lastLaunch } = preferences;
  const hide = useHiding();
  const last = lastLaunch === null ? [] : [{ name: messages.lastOrder, order: lastLaunch }];
  const all = [...presets, ...last];
  if (all.length === 0) return null;
  return (
    <ScreenSection title={messages.presets}>
      <ul>
        {all.map((preset) => (
          <li
            className="flex min-h-8 items-center gap-2 py-1 max-[259px]:flex-wrap"
            key={preset.name}
          >
            <span className="min-w-0 grow break-words" dir="auto">
              {preset.name}
              <span className="block text-quiet text-small">{hide(presetText(preset.order))}</span>
            </span>
            <LaunchButton
              onClick={() => go({ kind: 'launch', accountId: null, preset: preset.order })}
              what={preset.name}
            />
            {presets.includes(preset) && (
              <IconButton
                icon="close"
                label={messages.removePreset(preset.name)}
                onClick={() =>
                  void change({ presets: presets.filter((other) => other !== preset) })
                }
              />
            )}
          </li>
        ))}
      </ul>
      <RefusalText refusal={refusal} />
    </ScreenSection>
  );
}

interface SavePresetProps {
  readonly order: PresetOrder;
  /** $/h of the machine; null: unknown. */
  readonly limit: number | null;
}

function PresetForm({ order, limit, onEnd }: SavePresetProps & { readonly onEnd: () => void }) {
  const { preferences, refusal, change } = usePreferences();
  const { presets } = preferences;
  const [typed, setTyped] = useState('');
  const [typedLimit, setLimit] = useState(
    limit === null ? '' : (Math.ceil(limit * 100) / 100).toFixed(2),
  );
  const [problem, setProblem] = useState({ name: '', text: '' });
  const box = useRef<HTMLDivElement>(null);
  const fail = (name: string, text: string) => {
    setProblem({ name, text });
    box.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  const problemOf = (name: string) => (problem.name === name ? problem.text : null);
  const save = async () => {
    const name = presetName(typed);
    const maxPerHour = typedLimit.trim() === '' ? null : Number(typedLimit.replace(',', '.'));
    const others = presets.filter((preset) => preset.name !== name);
    if (name === null) return fail('presetName', messages.presetProblem);
    if (others.length >= MAX_PRESETS) return fail('presetName', messages.tooMany);
    if (maxPerHour !== null && !(maxPerHour > 0)) return fail('presetLimit', messages.limitProblem);
    const saved = await change({ presets: [...others, { name, order: { ...order, maxPerHour } }] });
    if (saved.ok) onEnd();
  };
  return (
    <div className="grid gap-2 self-stretch" ref={box}>
      <Field
        hint={messages.presetHint}
        isFocusedFirst
        label={messages.presetName}
        name="presetName"
        onChange={setTyped}
        problem={problemOf('presetName')}
        suggestions={presets.map(({ name }) => name)}
        value={typed}
      />
      <UnitField
        label={messages.presetLimit}
        name="presetLimit"
        onChange={setLimit}
        problem={problemOf('presetLimit')}
        unit={{ before: '$', after: '/h' }}
        value={typedLimit}
      />
      <div className="flex flex-wrap gap-2">
        <Button label={messages.save} onClick={() => void save()} />
        <Button label={messages.cancel} onClick={onEnd} />
      </div>
      <RefusalText refusal={refusal} />
    </div>
  );
}

export function SavePreset(props: SavePresetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    setIsOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div className="flex flex-col items-start gap-2" ref={box}>
      <Button label={messages.savePreset} onClick={() => setIsOpen(!isOpen)} tone="link" />
      {isOpen && <PresetForm {...props} onEnd={close} />}
    </div>
  );
}
