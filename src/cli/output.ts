import { styleText } from 'node:util';
import type { Log, LogFields } from '../core/log.ts';
import { redactedFields } from '../core/redact.ts';
import { escapedJson } from '../core/try-json.ts';

export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Standard output is a terminal and may be redrawn. */
  readonly isInteractive: boolean;
  /** Standard output shows colors, and `NO_COLOR` is not set (https://no-color.org). */
  readonly hasColor: boolean;
  readonly width: number;
}

export type Style = Parameters<typeof styleText>[0];

/** Styles text, or returns it as it is. Colors are decided before: `styleText` would look at the stream. */
export function painter(hasColor: boolean): (style: Style, text: string) => string {
  return (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text);
}

/** Characters that JSON leaves unescaped and terminals may interpret: C1 controls, separators, direction marks. */
const RAW = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/** JSON with every character escaped that a terminal may interpret; the same value to every parser. @param indent in spaces, on lines */
export function terminalJson(value: unknown, indent?: number): string {
  return escapedJson(JSON.stringify(value, null, indent) ?? 'null', RAW);
}

/** A time in JSON; null stays. @param at ms since the epoch */
export function isoTime(at: number): string;
export function isoTime(at: number | null | undefined): string | null;
export function isoTime(at: number | null = null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Writes one line per event, such as `warn http.failed endpoint="GET /vms" ms=12`. Undefined fields are left out. */
export function lineLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      const values = Object.entries(redactedFields(fields))
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${terminalJson(value)}`);
      write([level, event, ...values].join(' '));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
