import { expect, test } from 'vitest';
import { hasSecondLine, secondLine } from './second-line.ts';
import { vmWith } from './testing/entry.ts';

test('a running VM tells its load and its node', () => {
  const vm = vmWith({ cpuPercent: 80, ramPercent: 40, node: 'vm03', ipAddress: '203.0.113.7' });
  expect(secondLine(vm, null)).toEqual({ cpu: 80, ram: 40, status: null, words: ['vm03'] });
});

test('a running VM that cannot be logged in to yet says so', () => {
  expect(secondLine(vmWith({}), null)?.words).toEqual(['no address yet']);
});

test('the load of a VM that does not run is no news, and a stopped one has nothing to add', () => {
  const vm = vmWith({ status: 'stopped', cpuPercent: 0, ramPercent: 0, node: 'vm03' });
  expect(secondLine(vm, null)).toBeNull();
  expect(secondLine(vm, 'Team Blue')?.words).toEqual(['Team Blue']);
  expect(hasSecondLine(vm, null)).toBe(false);
  expect(hasSecondLine(vm, 'Team Blue')).toBe(true);
});

test('what needs attention says its status in a word', () => {
  expect(secondLine(vmWith({ status: 'interrupted' }), null)?.status).toBe('interrupted');
  expect(secondLine(vmWith({ status: 'creating' }), null)?.status).toBe('creating…');
  expect(secondLine(vmWith({ status: '\u202Ezombie' }), null)?.status).toBe('zombie');
  expect(secondLine(vmWith({ status: '' }), null)?.status).toBe('no status');
});
