/** A gauge with its samples; one without any is left out. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A lone surrogate has no UTF-8. */
const escaped = (text: string) =>
  text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function labelsText(labels: NonNullable<Sample['labels']>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** The content type of `expositionOf`. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Prometheus' text format 0.0.4. */
export function expositionOf(gauges: readonly Gauge[]): string {
  return gauges
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} gauge`,
      ...samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
