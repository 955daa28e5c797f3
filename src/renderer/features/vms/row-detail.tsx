import { vmPhase } from '../../../shared/domain/index.ts';
import { Meter, stopwatch, useMinute, useSecond } from '../../ui/index.ts';
import { type RowFacts, secondLine } from './second-line.ts';

const COLOURS = {
  changing: 'text-quiet',
  failed: 'text-red',
  other: 'text-amber',
} as const;

function colourOf(status: string): string {
  const phase = vmPhase(status);
  if (phase === 'changing' || phase === 'failed') return COLOURS[phase];
  return COLOURS.other;
}

function Waited({ since }: { readonly since: number }) {
  return stopwatch(useSecond() - since);
}

/** The second line of a row, where there is something to say. */
export function RowDetail(facts: RowFacts) {
  const now = useMinute();
  const line = secondLine(facts, now);
  if (line === null) return null;
  const words = line.words.join(' · ');
  return (
    <span className="vm-row-detail text-quiet text-small">
      {line.status !== null && (
        <span
          className={`one-line max-w-32 shrink-0 ${colourOf(facts.vm.status)}`}
          title={line.status}
        >
          {line.status} {line.waitsSince !== null && <Waited since={line.waitsSince} />}
        </span>
      )}
      {line.trouble !== null && <span className="one-line text-red">{line.trouble}</span>}
      {line.cpu !== null && <Meter name="cpu" percent={line.cpu} />}
      {line.ram !== null && <Meter name="ram" percent={line.ram} />}
      <span className="one-line ml-auto" title={words}>
        {words}
      </span>
    </span>
  );
}
