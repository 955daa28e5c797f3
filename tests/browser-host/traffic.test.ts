import { expect, test } from 'vitest';
import { createTraffic, MAX_TRAFFIC } from './electron/ipc-main.ts';

test('the traffic drops its oldest messages, also few of them that are large', () => {
  const traffic = createTraffic();
  const patch = 'x'.repeat(MAX_TRAFFIC / 4);
  for (let index = 0; index < 12; index += 1) traffic.add('toPage', `${index}`, patch);
  traffic.add('toMain', 'last', '[]');
  expect(traffic.messages().map(({ channel }) => channel)).toEqual(['9', '10', '11', 'last']);
});
