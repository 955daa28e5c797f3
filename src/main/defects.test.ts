import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { recordDefects } from './defects.ts';

test('what nobody caught is written down; what sleep ended is no defect', () => {
  const source = new EventEmitter();
  const lines: unknown[] = [];
  recordDefects(source, {
    ...silentLog,
    info: (event) => void lines.push(event),
    error: (event, fields) => void lines.push([event, fields?.['error']]),
  });
  source.emit('uncaughtException', new Error('net::ERR_NETWORK_IO_SUSPENDED'));
  source.emit('uncaughtException', new RangeError('x'));
  source.emit('unhandledRejection', 'x');
  expect(lines).toEqual([
    'network.suspended',
    ['defect.exception', 'RangeError'],
    ['defect.rejection', 'string'],
  ]);
});
