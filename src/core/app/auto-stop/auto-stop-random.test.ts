import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inStatus } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NETWORK = new ServiceError({ kind: 'network' });
const STATUSES = ['stopped', 'destroyed', 'interrupted', 'stopping', 'running', 'failed'] as const;

/** What goes wrong for some minutes. One source at a time: where all agree on a lie, nothing can be known. */
const faultArb = fc.record({
  what: fc.oneof(
    fc.record({ kind: fc.constant('list'), status: fc.constantFrom(...STATUSES, null) }),
    fc.record({ kind: fc.constant('record'), status: fc.constantFrom(...STATUSES, null) }),
    fc.record({ kind: fc.constantFrom('offline', 'refused', 'restart', 'sleep', 'none') }),
    fc.record({ kind: fc.constant('clock'), hours: fc.constantFrom(-24, -1, 1, 24) }),
  ),
  minutes: fc.constantFrom(0.5, 1, 3, 20),
});

type Fault = typeof faultArb extends fc.Arbitrary<infer T> ? T : never;

async function suffer(own: ReturnType<typeof autoStopWorld>, { what, minutes }: Fault) {
  const { says } = own;
  const honest = { ...says };
  switch (what.kind) {
    case 'list':
    case 'record': {
      const status = 'status' in what ? what.status : null;
      says[what.kind] = (vm) => (status === null ? null : { ...vm, ...inStatus(status) });
      break;
    }
    case 'offline':
      says.record = () => NETWORK;
      break;
    case 'refused':
      says.stop = () => new ServiceError({ kind: 'server', status: 500, retryAt: null });
      break;
    case 'restart':
      await own.restart(minutes * MINUTE);
      break;
    case 'sleep':
      own.sleep();
      own.clock.setWall(minutes * HOUR);
      own.wake();
      break;
    case 'clock':
      own.clock.setWall('hours' in what ? what.hours * HOUR : 0);
      break;
  }
  await own.pass(minutes * MINUTE);
  Object.assign(says, honest);
  // Until what was read meanwhile is read again.
  await own.pass(3 * MINUTE);
}

test.each([true, false])(
  'whatever list, record and clock say, a VM is stopped after the end of its auto-stop, or its user is notified',
  async (canStop) => {
    const faults = fc.array(faultArb, { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(faults, async (sequence) => {
      const own = autoStopWorld('1h', { canStop });
      await own.pass(MINUTE);
      for (const fault of sequence) await suffer(own, fault);
      await own.pass(3 * HOUR);
      const titles = own.titles().filter((title) => !title.includes(' stops at '));
      expect(own.autoStop()).toBeUndefined();
      const what = canStop ? 'auto-stop' : 'reminder';
      const isNotified = [`The ${what} of train has ended`, 'Time to stop train'].some((title) =>
        titles.includes(title),
      );
      expect(isNotified || own.truth().status === 'stopped').toBe(true);
      const isClockTrue = sequence.every(({ what: { kind } }) => kind !== 'clock');
      if (canStop && isClockTrue) expect(own.truth().status).toBe('stopped');
      expect(titles.length).toBeLessThan(6);
      const isTimeTrue = sequence.every(({ what: { kind } }) => !['clock', 'sleep'].includes(kind));
      const endsAt = Date.UTC(2026, 0, 1) + HOUR;
      if (isTimeTrue && canStop) expect(own.sent[0]).toBeGreaterThanOrEqual(endsAt);
    });
    await fc.assert(property, { numRuns: 40 });
  },
);
