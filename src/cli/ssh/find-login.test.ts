import { expect, test } from 'vitest';
import { ssh } from '../messages.ts';
import { likelyFirst } from './find-login.ts';

const hosts = (...aliases: readonly string[]) => aliases.map((alias) => ({ alias }));

test('lists aliases in order, similar ones first', () => {
  expect(likelyFirst('gpu-x', hosts('gpu-b', 'gpu-a'))).toEqual(['gpu-a', 'gpu-b']);
  expect(likelyFirst('train', hosts('gpu-a', 'gpu-train-1', 'gpu-old-train'))).toEqual([
    'gpu-old-train',
    'gpu-train-1',
    'gpu-a',
  ]);
  expect(ssh.aliases([])).toBe('There are no VMs.');
});

test('lists eight of hundreds of aliases', () => {
  const message = ssh.aliases(Array.from({ length: 300 }, (_, index) => `gpu-node-${index}`));
  expect(message).toMatch(/^Aliases: gpu-node-0, .*gpu-node-7 and 292 more\.$/);
});
