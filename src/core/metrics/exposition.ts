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

/** The content type of a text of gauges. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** In Prometheus' text format 0.0.4; empty without samples. */
export function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`);
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
}
