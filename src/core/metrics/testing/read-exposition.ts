const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = String.raw`(?:[^\\\n]|\\[\\n])+`;
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
/** The samples of a gauge come together, after its help and its type. */
const GAUGE = new RegExp(
  String.raw`# HELP (${NAME}) ${HELP}\n# TYPE \1 gauge\n((?:\1(?:\{${LABEL}(?:,${LABEL})*\})? ${NUMBER}\n)+)`,
  'y',
);

/** The samples by name and labels, of gauges in Prometheus' text format 0.0.4. @throws for text that breaks its rules */
export function readExposition(text: string): Readonly<Record<string, number>> {
  const gauge = new RegExp(GAUGE);
  const names = new Set<string>();
  const samples: Record<string, number> = {};
  while (gauge.lastIndex < text.length) {
    const start = gauge.lastIndex;
    const [, name = '', lines = ''] = gauge.exec(text) ?? [];
    if (name === '' || names.has(name)) throw new Error(`not a gauge: ${text.slice(start)}`);
    names.add(name);
    for (const line of lines.trimEnd().split('\n')) {
      const end = line.lastIndexOf(' ');
      const series = line.slice(0, end);
      if (Object.hasOwn(samples, series)) throw new Error(`twice: ${series}`);
      samples[series] = Number(line.slice(end));
    }
  }
  return samples;
}
