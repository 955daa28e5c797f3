import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../core/secret.ts';
import { lineLog, terminalJson } from './output.ts';

test('JSON for a terminal keeps its value and holds printable ASCII only', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      ...['a', '"', '\\', '\u001b', '\u007f', '\u009b', '\u202e', '\u2028', '\u{e0041}'],
    ),
  });
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (value) => {
      const text = terminalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(text).toMatch(/^[\u0020-\u007e]*$/);
    }),
  );
});

test('a log line leaves out credentials in use', () => {
  const lines: string[] = [];
  const key = new Secret('canary-key');
  lineLog((line) => lines.push(line)).warn('keychain.refused', { text: `no ${key.reveal()}` });
  expect(lines).toEqual(['warn keychain.refused text="no [redacted]"']);
});

test('each log event is one line, whatever its fields hold', () => {
  const lines: string[] = [];
  const log = lineLog((line) => lines.push(line));
  log.info('poll.ended');
  log.warn('http.failed', { endpoint: 'GET /vms', ms: 12, retried: false, left: undefined });
  log.error('poll.internal_error', { message: 'two\nlines "quoted" \u001b[31m', none: null });
  log.debug('x', {});
  expect(lines).toEqual([
    'info poll.ended',
    'warn http.failed endpoint="GET /vms" ms=12 retried=false',
    'error poll.internal_error message="two\\nlines \\"quoted\\" \\u001b[31m" none=null',
    'debug x',
  ]);
});
