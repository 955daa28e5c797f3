import { expect, test } from 'vitest';
import { acceleratorOf, isAccelerator } from './accelerator.ts';

const NO_MODIFIER = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

test.each([
  [{ key: 'G', code: 'KeyG', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+G'],
  // A German keyboard.
  [{ key: 'z', code: 'KeyY', altKey: true }, 'Alt+Z'],
  [{ key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+1'],
  [{ key: 'F5', code: 'F5', metaKey: true }, 'Super+F5'],
  [{ key: ' ', code: 'Space', ctrlKey: true, altKey: true }, 'Ctrl+Alt+Space'],
  [{ key: 'g', code: 'KeyG' }, null],
  [{ key: 'G', code: 'KeyG', shiftKey: true }, null],
  [{ key: 'Control', code: 'ControlLeft', ctrlKey: true }, null],
  [{ key: 'Enter', code: 'Enter', ctrlKey: true }, null],
])('%j is the shortcut %s', (press, accelerator) => {
  expect(acceleratorOf({ ...NO_MODIFIER, ...press })).toBe(accelerator);
});

test.each(['', 'G', 'Shift+G', 'Ctrl', 'Ctrl+', 'Ctrl+Volume Up', 'Shift+Ctrl+G', 7])(
  '%j is no shortcut',
  (text) => {
    expect(isAccelerator(text)).toBe(false);
  },
);
