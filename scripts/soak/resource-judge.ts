import type { SharedTime } from '../../tests/contract/shared-time.ts';
import {
  createMemoryMeter,
  createStallWatch,
  type MemorySample,
  memorySlope,
  moreHandles,
  openHandles,
} from '../world/resources.ts';
import { countRow, type Judged } from './report.ts';

/** MB per hour. */
const MAX_SLOPE = 0.1;
/** MB that code and caches still take once after the first half. */
const MAX_ONCE = 6;
/** It is 55 ms on a quiet machine; processor time, too, grows where other programs share a core's caches. */
const MAX_STALL_MS = 200;
/** Timers of VMs and requests that were not there at the start. */
const MAX_MORE_TIMERS = 20;

/** Judges memory, timers, handles and stalls of this process. Create it first. */
export function createResourceJudge() {
  const measureMemory = createMemoryMeter();
  const handles = openHandles();
  const { turn, skip, longest } = createStallWatch();
  const memory: MemorySample[] = [];
  const timers = { atStart: 0, atEnd: 0 };
  return {
    turn,
    skip,
    sample: (hours: number) => void memory.push({ hours, megabytes: measureMemory() }),
    started({ timers: count }: SharedTime): void {
      timers.atStart = count();
    },
    ended({ timers: count }: SharedTime): void {
      timers.atEnd = count();
    },
    /** Call it when all is closed. */
    result(hours: number, timersLeft: number): Judged {
      const left = moreHandles(handles, openHandles());
      const { atStart, atEnd } = timers;
      return {
        findings: left,
        rows: [
          countRow('Memory slope', memorySlope(memory), MAX_SLOPE + MAX_ONCE / hours, ' MB/h'),
          countRow(`Timers, ${atStart} at the start`, atEnd, atStart + MAX_MORE_TIMERS),
          countRow('Timers and handles after the end', timersLeft + left.length, 0),
          countRow('Longest event loop stall', Math.round(longest()), MAX_STALL_MS, ' ms'),
        ],
      };
    },
  };
}
