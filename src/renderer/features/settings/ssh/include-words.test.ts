import { describe, expect, test } from 'vitest';
import { INCLUDE_STATES } from '../../../../shared/app/index.ts';
import {
  changeWords,
  type IncludePreview,
  includeAction,
  includeWords,
  pasteWords,
} from './include-words.ts';

const PREVIEW: IncludePreview = {
  path: '~/.ssh/config',
  target: '~/.ssh/config',
  state: 'absent',
  lines: ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'],
  before: [],
  after: [],
  obstacle: null,
};

test('each state has its own words, and a way on from all but the last', () => {
  expect(new Set(INCLUDE_STATES.map(includeWords)).size).toBe(INCLUDE_STATES.length);
  expect(INCLUDE_STATES.filter((state) => includeAction(state) === null)).toEqual(['active']);
});

describe('the lines are to be pasted', () => {
  test('not where GPU Tray can add them', () => {
    expect(pasteWords(PREVIEW)).toBeNull();
  });

  test('where something is in the way, which is said first', () => {
    const words = pasteWords({ ...PREVIEW, obstacle: 'The file is read-only.' });
    expect(words).toMatch(/^The file is read-only\. Paste .* top of ~\/\.ssh\/config/);
  });

  test('where they stand in the wrong place', () => {
    expect(pasteWords({ ...PREVIEW, state: 'notFirst' })).toBe(
      'Move the line to the very top of ~/.ssh/config, above everything but other Includes.',
    );
  });

  test('where they stand below others, which need not be a Host or a Match', () => {
    expect(includeWords('notFirst')).toBe(
      'Our line is in your SSH configuration, but below other lines, which win over it or limit it to some hosts.',
    );
  });

  test('no longer once they are there', () => {
    expect(pasteWords({ ...PREVIEW, state: 'active', obstacle: 'x' })).toMatch(/there by now/);
  });
});

test.each([
  ['added', true, /ssh sees it/],
  ['added', false, /does not see it/],
  ['added', null, /once a VM has an address/],
  ['removed', null, /as it was/],
] as const)('%s, seen by ssh: %s', (kind, isSeen, words) => {
  expect(changeWords(kind, { backup: null, isSeen })).toEqual([expect.stringMatching(words)]);
  expect(changeWords(kind, { backup: '~/.ssh/config.before-gpu-tray', isSeen })[1]).toContain(
    '~/.ssh/config.before-gpu-tray',
  );
});
