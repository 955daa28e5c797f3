import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { FUSES, SENTINEL } from './fuses.ts';

// What electron-builder would download: Electron's binary, and the programs that make Linux packages. On macOS it also uses codesign.

/** Electron's defaults: run-as-node, options and inspector on, integrity and archive-only off. */
const SHIPPED_FUSES = '101100011';

const FUSE_WIRE = Buffer.concat([
  Buffer.from(SENTINEL, 'latin1'),
  Buffer.from([1, FUSES.length]),
  Buffer.from(SHIPPED_FUSES, 'latin1'),
]);

async function writeAll(folder: string, files: Readonly<Record<string, string | Buffer>>) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** A program with version information and fuses. Archive integrity is added to the former. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 0x0409, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(FUSE_WIRE);
  return Buffer.from(program.generate());
}

const plist = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`;

function macApp(): Record<string, string | Buffer> {
  const contents = 'Electron.app/Contents';
  const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].flatMap((kind) => {
    const name = `Electron Helper${kind}`;
    const helper = `${contents}/Frameworks/${name}.app/Contents`;
    return [
      [`${helper}/Info.plist`, plist(name)],
      [`${helper}/MacOS/${name}`, 'stand-in'],
    ] as const;
  });
  return {
    [`${contents}/Info.plist`]: plist('Electron'),
    [`${contents}/MacOS/Electron`]: 'stand-in',
    [`${contents}/Resources/electron.icns`]: 'stand-in',
    [`${contents}/Frameworks/Electron Framework.framework/Electron Framework`]: FUSE_WIRE,
    ...Object.fromEntries(helpers),
  };
}

/** Writes a folder that electron-builder accepts as Electron's distribution for every system. */
export async function writeElectron(folder: string, version: string): Promise<void> {
  await writeAll(folder, {
    version,
    LICENSE: 'stand-in',
    'LICENSES.chromium.html': 'stand-in',
    'locales/en-US.pak': 'stand-in',
    electron: FUSE_WIRE,
    'electron.exe': windowsProgram(),
    ...macApp(),
  });
}

/** Shell scripts, since Node takes longer to start than all that they do. */
const script = (...lines: readonly string[]) => ['#!/bin/sh -e', ...lines, ''].join('\n');

/** Records how a package was made: its desktop entry, and the arguments, each ended by NUL. */
const RECORD = [
  'cp "$desktop" "$package.desktop"',
  `printf '%s\\0' "$@" > "$package.args"`,
  ': > "$package"',
];

/** fpm makes Debian and RPM packages. */
const FPM = script(
  'for arg; do',
  `  case $arg in *=/usr/share/applications/*) desktop=\${arg%%=*} ;; esac`,
  '  [ "$last" != --package ] || package=$arg',
  '  last=$arg',
  'done',
  ...RECORD,
);

/** mksquashfs makes the file system of an AppImage. */
const MKSQUASHFS = script('desktop=$1/com.gpu-tray.app.desktop package=$2', ...RECORD);

/** Runs the real npm once for each command: electron-builder lists the same packages for every system and architecture. */
const npm = (folder: string) =>
  script(
    `file="${folder}/npm $*"`,
    `[ -e "$file" ] || { PATH='${process.env['PATH']}' npm "$@" > "$file.new" && mv "$file.new" "$file"; }`,
    'exec cat "$file"',
  );

/** Writes the programs, of which the Linux ones record beside each package how it was made. Returns the environment that names them. */
export async function writePrograms(folder: string): Promise<Record<string, string>> {
  const programs = {
    fpm: FPM,
    'appimage/mksquashfs': MKSQUASHFS,
    'appimage/desktop-file-validate': script(),
    'bin/codesign': script(),
    'bin/npm': npm(folder),
  };
  await writeAll(folder, programs);
  for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o755);
  for (const arch of ['x64', 'arm64'])
    await writeAll(join(folder, 'appimage'), {
      [`runtimes/runtime-${arch}`]: 'stand-in',
      [`lib/${arch}/stand-in`]: '',
    });
  return {
    CUSTOM_FPM_PATH: join(folder, 'fpm'),
    APPIMAGE_TOOLS_PATH: join(folder, 'appimage'),
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  };
}
