import { useRef } from 'react';
import { formatRate, joined, typedAmount } from '../../../shared/format/index.ts';
import { MAX_PRESETS, presetName } from '../../../shared/launch/preset.ts';
import type { PresetOrder } from '../../../shared/launch/preset-order.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { usePreferences } from '../../preferences.ts';
import { go, useHiding } from '../../store.ts';
import { Button, Field, IconButton, RefusalText, ScreenSection, useTyped } from '../../ui/index.ts';
import { LaunchButton } from './launch-buttons.tsx';

/** `2 × H100 SXM 80 GB · Cloud secure · up to $3.00/h`. */
function presetText({ gpu, gpuCount, provider, tier, where, maxPerHour }: PresetOrder): string {
  return joined([
    gpuCount === null ? gpu : `${gpuCount} × ${gpu}`,
    joined([PROVIDERS[provider].name, tier], ' '),
    where,
    maxPerHour && `up to ${formatRate(maxPerHour)}`,
  ]);
}

/** The presets, each of which opens the form with the cheapest offer that matches. */
export function Presets() {
  const { preferences, refusal, change } = usePreferences();
  const { presets, lastLaunch } = preferences;
  const hide = useHiding();
  const last = lastLaunch === null ? [] : [{ name: 'Last order', order: lastLaunch }];
  const all = [...presets, ...last];
  if (all.length === 0) return null;
  return (
    <ScreenSection title="Presets">
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
                label={`Delete the preset ${preset.name}`}
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

export function SavePreset({ order, limit }: SavePresetProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { preferences, refusal, change } = usePreferences();
  const { presets } = preferences;
  const othersThan = (name: string | null) => presets.filter((preset) => preset.name !== name);
  const name = useTyped('', (typed) => {
    if (presetName(typed) === null) return 'Enter a name of up to 40 characters.';
    return othersThan(presetName(typed)).length >= MAX_PRESETS
      ? `There are ${MAX_PRESETS} presets. Delete one first.`
      : null;
  });
  const first = limit === null ? '' : (Math.ceil(limit * 100) / 100).toFixed(2);
  const price = useTyped(first, (typed) =>
    typed.trim() === '' || typedAmount(typed) ? null : 'Enter an amount such as $2.50, or nothing.',
  );
  const save = async () => {
    const saved = presetName(name.text);
    const isValid = [name, price].map((field) => field.isValid());
    if (saved === null || isValid.includes(false)) return;
    const preset = { name: saved, order: { ...order, maxPerHour: typedAmount(price.text) } };
    const answer = await change({ presets: [...othersThan(saved), preset] });
    if (!answer.ok || box.current === null) return;
    box.current.open = false;
    // Its button with the focus is hidden.
    box.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={box}>
      <summary className="w-fit cursor-pointer font-medium text-accent">Save as preset…</summary>
      <div className="grid gap-2 pt-2">
        <Field
          {...name.field}
          hint="Replaces the preset with this name."
          label="Name of the preset"
          name="presetName"
          suggestions={presets.map((preset) => preset.name)}
        />
        <Field
          {...price.field}
          label="Highest price"
          name="presetLimit"
          unit={{ before: '$', after: '/h' }}
        />
        <div>
          <Button label="Save" onClick={() => void save()} />
        </div>
        <RefusalText refusal={refusal} />
      </div>
    </details>
  );
}
