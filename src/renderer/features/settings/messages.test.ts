import { describe, expect, test } from 'vitest';
import { type IncludePreview, messages } from './messages.ts';

const { pasteInstructions } = messages.names;
const PREVIEW: IncludePreview = {
  path: '~/.ssh/config',
  target: '~/.ssh/config',
  state: 'absent',
  lines: ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'],
  obstacle: null,
  pattern: null,
};

describe('pasteInstructions', () => {
  test.each<[string, Partial<IncludePreview>, RegExp]>([
    [
      'puts the obstacle first',
      { obstacle: 'The file is read-only.' },
      /^The file is read-only\. Paste .* top of ~\/\.ssh\/config/,
    ],
    ['needs nothing once the lines work', { state: 'active', obstacle: 'x' }, /in place/],
  ])('%s', (_, change, text) => {
    expect(pasteInstructions({ ...PREVIEW, ...change })).toMatch(text);
  });

  test('is null when GPU Tray can add the lines', () => {
    expect(pasteInstructions(PREVIEW)).toBeNull();
  });
});
