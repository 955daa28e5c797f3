import { styleText } from 'node:util';
import { CHECK_TITLES, type Check, type CheckState } from '../../shared/app/index.ts';
import { printable } from '../../shared/format/index.ts';
import * as messages from '../messages.ts';

type Style = Parameters<typeof styleText>[0];

const MARKS: Readonly<Record<CheckState, readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  failed: ['✗', 'red'],
  unknown: ['?', 'dim'],
  notApplicable: ['–', 'dim'],
};

const WIDTH = Math.max(...Object.values(CHECK_TITLES).map((title) => title.length));
const INDENT = ' '.repeat(WIDTH + 4);

/** A line for each check, and below it what to do. A step that follows from several checks is printed after the last one. */
export function checkLines(
  about: { readonly version: string; readonly system: string },
  checks: readonly Check[],
  color: boolean,
): readonly string[] {
  // Colors are decided before: `styleText` would look at the stream.
  const style = (format: Style, text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const lines = checks.flatMap(({ id, subject, state, detail, nextStep }, index) => {
    const [mark, format] = MARKS[state];
    const found = subject === null ? detail : messages.doctor.ofSubject(subject, detail);
    const line = `${style(format, mark)} ${CHECK_TITLES[id].padEnd(WIDTH)}  ${printable(found)}`;
    const isRepeated = checks[index + 1]?.nextStep === nextStep;
    if (nextStep === null || isRepeated) return line;
    return [line, `${INDENT}${messages.doctor.nextStep(printable(nextStep))}`];
  });
  return [messages.doctor.about(about.version, about.system), '', ...lines];
}
