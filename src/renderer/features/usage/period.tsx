import { type FormEvent, useState } from 'react';
import {
  type DayRange,
  presetRange,
  RANGE_PRESETS,
  type RangePreset,
  rangeProblem,
} from '../../../shared/app/index.ts';
import { Button, Field } from '../../ui/index.ts';
import { messages, PRESET_LABELS } from './messages.ts';

/** A range, and the preset that it is; null: entered. */
export interface Period {
  readonly preset: RangePreset | null;
  readonly range: DayRange;
}

/** The days of a preset by now. */
export const periodOf = (preset: RangePreset): Period => ({
  preset,
  range: presetRange(preset, Date.now()),
});

interface PeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The first and the last day. */
function CustomRange({ period, onChange }: PeriodProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const range = { from: String(values.get('from')), to: String(values.get('to')) };
    const found = rangeProblem(range);
    setProblem(found === null ? null : messages.invalid[found]);
    if (found === null) onChange({ preset: null, range });
  };
  return (
    <form className="flex flex-wrap items-end gap-2" noValidate onSubmit={submit}>
      {(['from', 'to'] as const).map((name) => (
        <div className="min-w-0 flex-1 basis-28" key={name}>
          <Field
            defaultValue={period.range[name]}
            label={messages[name]}
            name={name}
            problem={name === 'from' ? problem : null}
            type="date"
          />
        </div>
      ))}
      <Button type="submit">{messages.show}</Button>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, isOn, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-7 grow items-center justify-center rounded-md border border-transparent px-1 text-center text-quiet has-checked:border-edge has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input checked={isOn} className="sr-only" name="period" onChange={onChoose} type="radio" />
      {label}
    </label>
  );
}

/** The presets, each one click away, and any other range. */
export function PeriodPicker({ period, onChange }: PeriodProps) {
  const [isCustom, setIsCustom] = useState(false);
  const choose = (preset: RangePreset) => {
    setIsCustom(false);
    onChange(periodOf(preset));
  };
  return (
    <div className="grid gap-2">
      <fieldset className="flex flex-wrap gap-0.5 rounded-lg bg-hover p-0.5 text-small">
        <legend className="sr-only">{messages.period}</legend>
        {RANGE_PRESETS.map((preset) => (
          <Choice
            isOn={!isCustom && period.preset === preset}
            key={preset}
            label={PRESET_LABELS[preset]}
            onChoose={() => choose(preset)}
          />
        ))}
        <Choice isOn={isCustom} label={messages.custom} onChoose={() => setIsCustom(true)} />
      </fieldset>
      {isCustom && <CustomRange onChange={onChange} period={period} />}
    </div>
  );
}
