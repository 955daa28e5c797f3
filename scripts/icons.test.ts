import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '..');
const MARKS = ['alert', 'billing', 'idle', 'signedOut', 'stale', 'staleBilling'];

const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-icons-'));
beforeAll(() => {
  execFileSync(process.execPath, [join(PROJECT, 'scripts/icons.ts'), folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());
}

const read = (name: string) => readFileSync(join(folder, name));
const pngWidth = (png: Buffer) => png.readUInt32BE(16);

/** ICO directory: 6 bytes, then 16 bytes per image, which begin with the width; 0 means 256. */
function icoSizes(ico: Buffer): readonly number[] {
  return Array.from(
    { length: ico.readUInt16LE(4) },
    (_, index) => ico.readUInt8(6 + 16 * index) || 256,
  );
}

/** ICNS: an 8-byte header, then blocks of type, length (header included) and a PNG. */
function icnsSizes(icns: Buffer): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    sizes[icns.toString('latin1', at, at + 4)] = pngWidth(icns.subarray(at + 8));
  return sizes;
}

describe('npm run icons', () => {
  // The renderer's float rounding may differ between processors, so bytes are compared where the files were made.
  test.runIf(process.platform === 'linux')('renders the committed files byte for byte', () => {
    const files = filesIn(folder);
    const changed = files.filter(
      (path) => !readFileSync(path).equals(readFileSync(join(PROJECT, relative(folder, path)))),
    );
    expect(changed).toEqual([]);
  });

  test('renders every committed tray icon', () => {
    const names = (root: string) =>
      filesIn(join(root, 'resources/tray')).map((path) => relative(root, path));
    expect(names(folder).toSorted()).toEqual(names(PROJECT).toSorted());
  });

  test.each(MARKS)('renders %s in every tone and size', (mark) => {
    const widths = (name: string, suffixes: readonly string[]) =>
      suffixes.map((suffix) => pngWidth(read(`resources/tray/${mark}${name}${suffix}.png`)));
    expect(widths('Template', ['', '@2x'])).toEqual([16, 32]);
    expect(widths('-on-dark', ['', '@2x', '@3x'])).toEqual([16, 32, 48]);
    expect(widths('-on-light', ['', '@2x', '@3x'])).toEqual([16, 32, 48]);
    expect(icoSizes(read(`resources/tray/${mark}.ico`))).toEqual([16, 24, 32, 48]);
  });

  test('gives each mark its own form', () => {
    const forms = MARKS.map((mark) => read(`resources/tray/${mark}Template.png`).toString('hex'));
    expect(new Set(forms).size).toBe(MARKS.length);
  });

  test('renders the app icon in the sizes that each system asks for', () => {
    expect(pngWidth(read('build/icon.png'))).toBe(1024);
    expect(icoSizes(read('build/icon.ico'))).toEqual([16, 24, 32, 48, 64, 128, 256]);
    expect(icnsSizes(read('build/icon.icns'))).toEqual({
      ...{ icp4: 16, icp5: 32, ic11: 32, ic12: 64, ic07: 128 },
      ...{ ic08: 256, ic13: 256, ic09: 512, ic14: 512, ic10: 1024 },
    });
  });
});
