import { expect, test } from 'vitest';
import { lineLog } from './line-log.ts';

test('each event is one line, whatever its fields hold', () => {
  const lines: string[] = [];
  const log = lineLog((line) => lines.push(line));
  log.info('poll.ended');
  log.warn('http.failed', { endpoint: 'GET /vms', ms: 12, retried: false, left: undefined });
  log.error('poll.defect', { message: 'two\nlines "quoted" \u001b[31m', none: null });
  log.debug('x', {});
  expect(lines).toEqual([
    'info poll.ended',
    'warn http.failed endpoint="GET /vms" ms=12 retried=false',
    'error poll.defect message="two\\nlines \\"quoted\\" \\u001b[31m" none=null',
    'debug x',
  ]);
});
