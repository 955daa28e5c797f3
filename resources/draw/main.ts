import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_GRID, APP_ICON } from './app-icon.ts';
import { encodeIcns, ICNS_SIZES } from './icns.ts';
import { encodeIco } from './ico.ts';
import { MARK_GRID, MARKS, type Mark, markLayers } from './marks.ts';
import { encodePng } from './png.ts';
import { type Colour, drawSnapshot } from './raster.ts';

/*
 * Draws every icon of the project: `node resources/draw/main.ts [folder]`. Without a folder it writes into this
 * repository, `resources/tray` and `build`.
 */

const NEARLY_WHITE: Colour = [242, 242, 242];
const NEARLY_BLACK: Colour = [40, 40, 40];
const BLACK: Colour = [0, 0, 0];
/** At least 3 : 1 on the light and on the dark taskbar of Windows, which has no template images. */
const GREY: Colour = [128, 128, 128];
const GREEN: Colour = [30, 140, 100];
const AMBER: Colour = [200, 110, 0];

/** One snapshot of a mark; a further density is a further file, which Electron finds by its name. */
interface Density {
  readonly suffix: string;
  readonly size: number;
}
const DENSITIES: readonly Density[] = [
  { suffix: '', size: 16 },
  { suffix: '@2x', size: 32 },
];
/** Panels of Linux are 16 to 48 pixels high, and most take the nearest size that is offered. */
const LINUX_DENSITIES: readonly Density[] = [...DENSITIES, { suffix: '@3x', size: 48 }];
const ICO_SIZES = [16, 24, 32, 48];

const files = new Map<string, Buffer>();

function addPngs(name: string, densities: readonly Density[], mark: Mark, colour: Colour): void {
  const layers = markLayers(mark, colour, colour);
  for (const { suffix, size } of densities)
    files.set(
      `resources/tray/${name}${suffix}.png`,
      encodePng(drawSnapshot(layers, MARK_GRID, size)),
    );
}

function addIco(mark: Mark): void {
  const isCounting = mark === 'billing' || mark === 'alert';
  const layers = markLayers(mark, isCounting ? GREEN : GREY, AMBER);
  const snapshots = ICO_SIZES.map((size) => drawSnapshot(layers, MARK_GRID, size));
  files.set(`resources/tray/${mark}.ico`, encodeIco(snapshots));
}

function addAppIcons(): void {
  const snapshot = (size: number) => drawSnapshot(APP_ICON, APP_GRID, size);
  files.set('build/icon.png', encodePng(snapshot(1024)));
  files.set('build/icon.ico', encodeIco([...ICO_SIZES, 64, 128, 256].map(snapshot)));
  files.set('build/icon.icns', encodeIcns(ICNS_SIZES.map(snapshot)));
  for (const size of [16, 32, 48, 64, 128, 256, 512])
    files.set(`build/icons/${size}x${size}.png`, encodePng(snapshot(size)));
}

for (const mark of MARKS) {
  addPngs(`${mark}-on-dark`, LINUX_DENSITIES, mark, NEARLY_WHITE);
  addPngs(`${mark}-on-light`, LINUX_DENSITIES, mark, NEARLY_BLACK);
  addPngs(`${mark}Template`, DENSITIES, mark, BLACK);
  addIco(mark);
}
addAppIcons();

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..');
for (const [name, content] of files) {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
