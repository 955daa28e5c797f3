import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../core/testing/virtual-clock.ts';
import { interruption } from './interruption.ts';

test.each(['SIGINT', 'SIGTERM'])(
  '%s aborts, and signals count again after two seconds',
  async (signal) => {
    const source = new EventEmitter();
    const clock = createVirtualClock();
    const interrupted = interruption(source, clock);
    expect(interrupted.aborted).toBe(false);
    // A listener keeps the process from ending at once.
    expect(source.emit(signal)).toBe(true);
    expect(interrupted.aborted).toBe(true);
    await clock.advance(1_900);
    expect(source.emit(signal)).toBe(true);
    await clock.advance(100);
    expect(source.emit('SIGINT')).toBe(false);
    expect(source.emit('SIGTERM')).toBe(false);
  },
);
