import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trayIconFile } from './icon-file.ts';
import { TRAY_MARKS } from './mark.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ICONS = join(ROOT, 'resources/tray');

/** The side of a PNG file of ours, after unpacking all of it. */
function pngSide(file: Buffer): number {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(file.toString('latin1', 37, 41)).toBe('IDAT');
  const [width, height, packed] = [16, 20, 33].map((at) => file.readUInt32BE(at));
  expect(height).toBe(width);
  const pixels = inflateSync(file.subarray(41, 41 + (packed ?? 0)));
  expect(pixels).toHaveLength((width ?? 0) * ((width ?? 0) * 4 + 1));
  expect(pixels.some((byte) => byte !== 0 && byte !== 2)).toBe(true);
  return width ?? 0;
}

/** The sides of the snapshots in an ICO file. */
function icoSides(file: Buffer): readonly number[] {
  expect(file.readUInt16LE(2)).toBe(1);
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const [bytes, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
    expect(offset + bytes).toBeLessThanOrEqual(file.length);
    const side = file[entry] || 256;
    if (side === 256) expect(pngSide(file.subarray(offset, offset + bytes))).toBe(256);
    else expect(file.readInt32LE(offset + 4)).toBe(side);
    return side;
  });
}

const read = (name: string) => readFileSync(join(ICONS, name));

describe.each(TRAY_MARKS)('the icon %s', (mark) => {
  test.each([
    ['template', ['', '@2x']],
    ['onDark', ['', '@2x', '@3x']],
    ['onLight', ['', '@2x', '@3x']],
  ] as const)('%s in each density', (tone, suffixes) => {
    const name = trayIconFile({ mark, tone });
    const sides = suffixes.map((suffix) => pngSide(read(name.replace('.png', `${suffix}.png`))));
    expect(sides).toEqual([16, 32, 48].slice(0, suffixes.length));
  });

  test('for Windows in each size', () => {
    expect(icoSides(read(trayIconFile({ mark, tone: 'coloured' })))).toEqual([16, 24, 32, 48]);
  });
});

test('the five marks are five snapshots', () => {
  const files = TRAY_MARKS.map((mark) => read(trayIconFile({ mark, tone: 'template' })));
  expect(new Set(files.map((file) => file.toString('hex'))).size).toBe(5);
});

describe('the script that draws them', () => {
  const drawn = mkdtempSync(join(tmpdir(), 'gpu-tray-icons-'));
  beforeAll(() => {
    execFileSync(process.execPath, [join(ROOT, 'resources/draw/main.ts'), drawn]);
  });
  afterAll(() => rmSync(drawn, { recursive: true }));

  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());

  test('draws every file that is in the repository, byte for byte', () => {
    const files = filesIn(drawn);
    expect(files.length).toBeGreaterThan(50);
    for (const path of files)
      expect([
        path,
        readFileSync(path).equals(readFileSync(join(ROOT, relative(drawn, path)))),
      ]).toEqual([path, true]);
    expect(filesIn(ICONS).length).toBe(filesIn(join(drawn, 'resources/tray')).length);
  });

  test("the app's icons have the sizes their systems ask for", () => {
    expect(pngSide(readFileSync(join(drawn, 'build/icon.png')))).toBe(1024);
    expect(icoSides(readFileSync(join(drawn, 'build/icon.ico')))).toEqual([
      16, 24, 32, 48, 64, 128, 256,
    ]);
    const icns = readFileSync(join(drawn, 'build/icon.icns'));
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  });
});
