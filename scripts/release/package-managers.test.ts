import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import config from '../../electron-builder.ts';
import { packageManagers } from './package-managers.ts';

const SCRIPT = resolve(import.meta.dirname, '../package-managers.ts');
const HOMEPAGE = 'https://gpu-tray.test';
const DOWNLOADS = 'https://gpu-tray.test/releases/download/v1.2.3';
const NAMES = ['gpu-tray-1.2.3.tgz', 'gpu-tray-1.2.3-win-x64.exe', 'gpu-tray-1.2.3-win-arm64.exe'];
const sumOf = (name: string) => String(NAMES.indexOf(name)).repeat(64);
const [TGZ = '', X64 = '', ARM64 = ''] = NAMES;

const folder = mkdtempSync(join(tmpdir(), 'gpu-tray-release-'));
const path = (name: string) => join(folder, 'package-managers', name);
const read = (name: string) => readFileSync(path(name), 'utf8');

/** Runs the release's command. */
beforeAll(() => {
  mkdirSync(join(folder, 'packages'));
  const sums = NAMES.map((name) => `${sumOf(name)}  ${name}\n`).join('');
  writeFileSync(join(folder, 'packages/SHA256SUMS'), sums);
  const args = [SCRIPT, 'packages', '1.2.3', HOMEPAGE, DOWNLOADS];
  execFileSync(process.execPath, args, { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('Homebrew’s formula installs the package of the command line', () => {
  const formula = read('homebrew/gpu-tray.rb');
  expect(formula).toMatch(/^class GpuTray < Formula\n {2}desc "[^"]{10,80}"\n/);
  expect(formula).toContain(`  url "${DOWNLOADS}/${TGZ}"\n  sha256 "${sumOf(TGZ)}"\n`);
  expect(formula).toMatch(/\n {2}depends_on "node"\n/);
  const opened = formula.match(/^ *(class|def|test do)\b/gm)?.length;
  expect(formula.match(/^ *end$/gm)?.length).toBe(opened);
});

test.skipIf(process.platform === 'win32')('AUR’s PKGBUILD is bash', () => {
  const show =
    'source "$1"; declare -f package > /dev/null; printf "%s\\n" "$pkgname $pkgver $url" "$source" "$sha256sums"';
  const args = ['-euc', show, 'bash', path('aur/PKGBUILD')];
  const shown = execFileSync('bash', args, { encoding: 'utf8' });
  expect(shown).toBe(`gpu-tray 1.2.3 ${HOMEPAGE}\n${DOWNLOADS}/${TGZ}\n${sumOf(TGZ)}\n`);
});

test('winget’s manifest has the installers that electron-builder names', () => {
  const id = { PackageIdentifier: 'GPUTray.GPUTray', PackageVersion: '1.2.3' };
  const manifest = (name: string): unknown => parse(read(`winget/GPUTray.GPUTray${name}.yaml`));
  expect(manifest('')).toMatchObject({ ...id, ManifestType: 'version', DefaultLocale: 'en-US' });
  expect(manifest('.locale.en-US')).toMatchObject({
    ...id,
    PackageLocale: 'en-US',
    License: 'MIT',
  });
  expect(manifest('.installer')).toMatchObject({
    ...id,
    InstallerType: 'nullsoft',
    Scope: 'user',
    Installers: [X64, ARM64].map((name, index) => ({
      Architecture: ['x64', 'arm64'][index],
      InstallerUrl: `${DOWNLOADS}/${name}`,
      InstallerSha256: sumOf(name),
    })),
  });
  expect(config.artifactName).toBe(`\${name}-\${version}-\${os}-\${arch}.\${ext}`);
  expect(config.nsis).toMatchObject({ perMachine: false, buildUniversalInstaller: false });
});

test('a missing artifact, a wrong version and an address with quotes fail', () => {
  const release = { version: '1.2.3', homepage: HOMEPAGE, downloads: DOWNLOADS, sums: new Map() };
  expect(() => packageManagers(release)).toThrow(`The release has no ${TGZ}.`);
  expect(() => packageManagers({ ...release, version: 'v1.2.3' })).toThrow('No version: v1.2.3');
  expect(() => packageManagers({ ...release, homepage: "https://a'b" })).toThrow('No web address');
});
