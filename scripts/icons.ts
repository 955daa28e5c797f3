import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';

// `npm run icons [folder]`: renders resources/icons/*.svg to every icon that the app and its installers use.

const PROJECT = resolve(import.meta.dirname, '..');
const SOURCES = join(PROJECT, 'resources', 'icons');

const MARKS = ['signedOut', 'idle', 'billing', 'alert', 'stale', 'staleBilling'] as const;
type Mark = (typeof MARKS)[number];

const NEARLY_WHITE = '#f2f2f2';
const NEARLY_BLACK = '#282828';
const BLACK = '#000000';
/** At least 3:1 on the light and on the dark Windows taskbar, which has no template images. */
const GRAY = '#808080';
const GREEN = '#1e8c64';
const AMBER = '#c86e00';
const LIGHT_AMBER = '#f5a623';

/** Electron picks the file for a display's density by this suffix. */
const DENSITIES = [
  ['', 16],
  ['@2x', 32],
] as const;
/** Linux panels are 16 to 48 px high, and most take the nearest size offered. */
const LINUX_DENSITIES = [...DENSITIES, ['@3x', 48]] as const;
const ICO_SIZES = [16, 24, 32, 48] as const;
/** The ICNS entries and their sizes in px; the second entry of a size is its double density. */
const ICNS_ENTRIES = [
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
] as const;

const source = (name: string) => readFile(join(SOURCES, `${name}.svg`), 'utf8');

function png(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** `currentColor` is the mark, `.accent` its alert dot. */
function painted(svg: string, color: string, accent: string): string {
  return svg.replaceAll('class="accent"', `fill="${accent}"`).replaceAll('currentColor', color);
}

async function ico(svg: string, sizes: readonly number[]): Promise<Uint8Array> {
  const icon = new IconIco();
  for (const size of sizes) await icon.addFromPng(png(svg, size));
  return icon.encode();
}

async function icns(svg: string): Promise<Uint8Array> {
  const icon = new IconIcns();
  for (const [size, types] of ICNS_ENTRIES) await icon.addFromPng(png(svg, size), types, true);
  return icon.encode();
}

async function trayIcons(mark: Mark): Promise<readonly [string, Uint8Array][]> {
  const svg = await source(mark);
  const pngs = (
    name: string,
    color: string,
    accent: string,
    densities: typeof LINUX_DENSITIES | typeof DENSITIES,
  ) =>
    densities.map(([suffix, size]): [string, Uint8Array] => [
      `resources/tray/${mark}${name}${suffix}.png`,
      png(painted(svg, color, accent), size),
    ]);
  const isBilling = mark === 'billing' || mark === 'alert' || mark === 'staleBilling';
  return [
    ...pngs('-on-dark', NEARLY_WHITE, LIGHT_AMBER, LINUX_DENSITIES),
    ...pngs('-on-light', NEARLY_BLACK, AMBER, LINUX_DENSITIES),
    // macOS colors a template image itself, so its dot has the mark's color.
    ...pngs('Template', BLACK, BLACK, DENSITIES),
    [
      `resources/tray/${mark}.ico`,
      await ico(painted(svg, isBilling ? GREEN : GRAY, AMBER), ICO_SIZES),
    ],
  ];
}

async function appIcons(): Promise<readonly [string, Uint8Array][]> {
  const svg = await source('app');
  return [
    ['build/icon.png', png(svg, 1024)],
    ['build/icon.ico', await ico(svg, [...ICO_SIZES, 64, 128, 256])],
    ['build/icon.icns', await icns(svg)],
    ...[16, 32, 48, 64, 128, 256, 512].map((size): [string, Uint8Array] => [
      `build/icons/${size}x${size}.png`,
      png(svg, size),
    ]),
  ];
}

const folder = process.argv[2] ?? PROJECT;
const files = await Promise.all([appIcons(), ...MARKS.map(trayIcons)]);
for (const [name, content] of files.flat()) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
