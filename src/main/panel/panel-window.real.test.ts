import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { panelBackground, type Theme } from './panel-window.ts';

const STYLES = join(import.meta.dirname, '../../renderer/styles.css');

test.each<[theme: Theme, isDesktopDark: boolean, shade: 'light' | 'dark']>([
  ['system', false, 'light'],
  ['system', true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
])("theme %s on a dark desktop (%s): the page's %s background", async (theme, isDark, shade) => {
  const styles = await readFile(STYLES, 'utf8');
  const [, light, dark] = /--color-paper: light-dark\((#\w+), (#\w+)\);/.exec(styles) ?? [];
  expect(panelBackground(theme, isDark)).toBe({ light, dark }[shade]);
});
