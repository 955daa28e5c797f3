import { useState } from 'react';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { MAX_PRESETS, presetName } from '../../../shared/domain/vm-order.ts';
import { bridge } from '../../bridge.ts';
import { usePreferences } from '../../preferences.ts';
import { isSame } from '../../same.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, RequestButton, Select } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface PresetChoiceProps {
  readonly draft: OrderDraft;
  readonly onChoose: (draft: OrderDraft) => void;
}

/** Fills the form; the selected preset is the one equal to the form. */
export function PresetChoice({ draft, onChoose }: PresetChoiceProps) {
  const { launchPresets: presets, lastOrder: last } = useApp(({ preferences }) => preferences);
  const lastOrder = last === null ? [] : [{ name: messages.lastOrder, draft: last }];
  const choices = [...lastOrder, ...presets];
  if (choices.length === 0) return null;
  const chosen = choices.findIndex((choice) => isSame(choice.draft, draft));
  const preset = presets[chosen - lastOrder.length];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-3">
      <span aria-hidden="true" className="text-quiet">
        {messages.preset}
      </span>
      <Select
        aria-label={messages.preset}
        onChange={(index) => {
          const choice = choices[index];
          if (choice !== undefined) onChoose(choice.draft);
        }}
        options={[
          { value: -1, label: messages.noPreset },
          ...choices.map(({ name }, value) => ({ value, label: name })),
        ]}
        value={chosen}
      />
      {preset !== undefined && (
        <RequestButton
          label={messages.deletePreset}
          request={() =>
            bridge.changePreferences({ launchPresets: presets.filter((each) => each !== preset) })
          }
        />
      )}
    </div>
  );
}

export function SavePreset({ draft }: { readonly draft: OrderDraft }) {
  const { preferences, refusal, change } = usePreferences();
  const presets = preferences.launchPresets;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (presets.some((preset) => isSame(preset.draft, draft))) return null;
  if (typed === null)
    return (
      <div>
        <Button label={messages.savePreset} onClick={() => setTyped('')} tone="link" />
      </div>
    );
  const save = () => {
    const name = presetName(typed);
    if (name === null) return setProblem(messages.presetProblem);
    const others = presets.filter((preset) => preset.name !== name);
    if (others.length >= MAX_PRESETS) return setProblem(messages.tooMany);
    void change({ launchPresets: [...others, { name, draft }] });
  };
  return (
    <div className="grid gap-2">
      <Field
        hint={messages.presetHint}
        isFocusedFirst
        label={messages.presetName}
        name="presetName"
        onChange={setTyped}
        problem={problem}
        suggestions={presets.map(({ name }) => name)}
        value={typed}
      />
      <div className="flex flex-wrap gap-2">
        <Button label={messages.save} onClick={save} />
        <Button label={messages.cancel} onClick={() => setTyped(null)} />
      </div>
      <RefusalText refusal={refusal} />
    </div>
  );
}
