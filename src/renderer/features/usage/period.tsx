import { type FormEvent, useState } from 'react';
import {
  type DayRange,
  presetRange,
  RANGE_PRESETS,
  type RangePreset,
  rangeProblem,
} from '../../../shared/usage/day-range.ts';
import { Button, Field, Select } from '../../ui/index.ts';
import { messages, PRESET_LABELS, rangeLabel } from './messages.ts';

/** A range and its preset; null: typed. */
export interface Period {
  readonly preset: RangePreset | null;
  readonly range: DayRange;
}

export const periodOf = (preset: RangePreset): Period => ({
  preset,
  range: presetRange(preset, Date.now()),
});

interface PeriodProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

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
    <form
      className="order-last flex basis-full flex-wrap items-end gap-2"
      noValidate
      onSubmit={submit}
    >
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
      <Button type="submit" label={messages.show} />
    </form>
  );
}

const CHOICES = [
  ...RANGE_PRESETS.map((preset) => ({ value: preset, label: PRESET_LABELS[preset] })),
  { value: 'custom', label: messages.custom },
] as const;

export function PeriodPicker({ period, onChange }: PeriodProps) {
  const choose = (choice: RangePreset | 'custom') =>
    onChange(choice === 'custom' ? { preset: null, range: period.range } : periodOf(choice));
  return (
    <>
      <Select
        aria-label={messages.period}
        onChange={choose}
        options={CHOICES}
        title={rangeLabel(period.range)}
        value={period.preset ?? 'custom'}
      />
      {period.preset === null && <CustomRange onChange={onChange} period={period} />}
    </>
  );
}
