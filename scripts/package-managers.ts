import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageManagers, readSums } from './release/package-managers.ts';

// node scripts/package-managers.ts FOLDER VERSION HOMEPAGE DOWNLOADS: writes Homebrew's formula, AUR's PKGBUILD and winget's manifest
// into `package-managers`, from FOLDER/SHA256SUMS. The release runs it without installed packages.

const [, , folder = '', version = '', homepage = '', downloads = ''] = process.argv;
const sums = readSums(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
const files = packageManagers({ version, homepage, downloads, sums });
for (const [name, text] of Object.entries(files)) {
  const path = join('package-managers', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
