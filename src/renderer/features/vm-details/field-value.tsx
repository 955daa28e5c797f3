import { parseDateTime } from '../../../shared/format/index.ts';
import { ago, Money, useMinute } from '../../ui/index.ts';
import type { FieldValue } from './vm-fields.ts';

const UNKNOWN = '—';

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function Time({ iso }: { readonly iso: string | null }) {
  const now = useMinute();
  const time = parseDateTime(iso);
  if (time === null) return UNKNOWN;
  return (
    <>
      {full.format(time)} <span className="text-quiet">{ago(time, now)}</span>
    </>
  );
}

/** A field's value; `—` where the service said nothing that can be read. */
export function Value({ value }: { readonly value: FieldValue }) {
  switch (value.kind) {
    case 'text':
      return value.text ?? UNKNOWN;
    case 'rate':
      return <Money amount={value.perHour} per="h" />;
    case 'time':
      return <Time iso={value.iso} />;
  }
}
