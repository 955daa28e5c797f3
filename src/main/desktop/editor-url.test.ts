import { expect, test } from 'vitest';
import { editorAddress, offeredEditors } from '../../core/ssh/index.ts';
import { editorUrl } from './editor-url.ts';

const HOST = { alias: 'gpu-train-1', address: '203.0.113.7', user: 'ubuntu', port: 22 };

test.each(offeredEditors(() => true))('what opens a VM in $name is let through', ({ id }) => {
  const address = editorAddress(id, HOST, '/data');
  expect(address.state === 'url' && editorUrl(address.url)).toBe(
    address.state === 'url' && address.url,
  );
});

test.each([
  'https://x.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-msdt:/id',
  'x',
  '',
])('%j is not', (text) => {
  expect(editorUrl(text)).toBeNull();
});
