import { describe, expect, test } from 'vitest';
import { type IncludePreview, messages } from './messages.ts';

const { pasteInstructions, changeResult } = messages.names;
const PREVIEW: IncludePreview = {
  path: '~/.ssh/config',
  target: '~/.ssh/config',
  state: 'absent',
  lines: ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'],
  before: [],
  obstacle: null,
};

describe('pasteInstructions', () => {
  test.each<[string, Partial<IncludePreview>, RegExp]>([
    [
      'puts the obstacle first',
      { obstacle: 'The file is read-only.' },
      /^The file is read-only\. Paste .* top of ~\/\.ssh\/config/,
    ],
    ['asks to move lines that are not first', { state: 'notFirst' }, /^Move .*~\/\.ssh\/config/],
    ['needs nothing once the lines work', { state: 'active', obstacle: 'x' }, /in place/],
  ])('%s', (_, change, text) => {
    expect(pasteInstructions({ ...PREVIEW, ...change })).toMatch(text);
  });

  test('is null when GPU Tray can add the lines', () => {
    expect(pasteInstructions(PREVIEW)).toBeNull();
  });
});

test.each([
  ['added', true, /ssh reads them/],
  ['added', false, /does not read them/],
  ['added', null, /once a VM has an address/],
  ['removed', null, /unchanged/],
] as const)('changeResult: %s, seen by ssh: %s', (kind, isSeen, text) => {
  expect(changeResult(kind, { backup: null, isSeen })).toMatch(text);
  expect(changeResult(kind, { backup: null, isSeen })).not.toContain('Backup');
  const backup = '~/.ssh/config.before-gpu-tray';
  expect(changeResult(kind, { backup, isSeen })).toContain(backup);
});
