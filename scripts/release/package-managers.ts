/** A release, as its artifacts say. */
export interface Release {
  readonly version: string;
  readonly homepage: string;
  /** The folder of its artifacts, without a slash at its end. */
  readonly downloads: string;
  /** SHA-256 of an artifact by its name. */
  readonly sums: ReadonlyMap<string, string>;
}

const ABOUT = 'Your rented GPU VMs and what they cost, in the tray and in the terminal';
const WINGET_ID = 'GPUTray.GPUTray';
const WINGET_VERSION = '1.6.0';

/** The lines of `sha256sum`. @throws Error for a line of another form */
export function readSums(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, sum, name] = /^([0-9a-f]{64}) [ *]([\w.-]+)$/.exec(line) ?? [];
        if (sum === undefined || name === undefined) throw new Error(`No checksum: ${line}`);
        return [name, sum];
      }),
  );
}

/** @throws Error where the release lacks it */
function artifact({ downloads, sums }: Release, name: string) {
  const sum = sums.get(name);
  if (sum === undefined) throw new Error(`The release has no ${name}.`);
  return { name, url: `${downloads}/${name}`, sum };
}

const commandLine = (release: Release) => artifact(release, `gpu-tray-${release.version}.tgz`);

/** Homebrew, of the command line: https://docs.brew.sh/Node-for-Formula-Authors */
function formula(release: Release): string {
  const { url, sum } = commandLine(release);
  return `class GpuTray < Formula
  desc "${ABOUT}"
  homepage "${release.homepage}"
  url "${url}"
  sha256 "${sum}"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gpu-tray --version")
  end
end
`;
}

/** AUR, of the command line: https://wiki.archlinux.org/title/Node.js_package_guidelines */
function pkgbuild(release: Release): string {
  const { name, url, sum } = commandLine(release);
  return `pkgname=gpu-tray
pkgver=${release.version}
pkgrel=1
pkgdesc='${ABOUT}'
arch=('x86_64' 'aarch64')
url='${release.homepage}'
license=('MIT')
depends=('nodejs>=22.13')
makedepends=('npm')
optdepends=('gnome-keyring: keychain' 'openssh: log in to VMs')
source=('${url}')
noextract=('${name}')
sha256sums=('${sum}')

package() {
  npm install --global --offline --ignore-scripts --prefix "$pkgdir/usr" "$srcdir/${name}"
  chown -R root:root "$pkgdir"
  install -Dm644 "$pkgdir/usr/lib/node_modules/gpu-tray/LICENSE" "$pkgdir/usr/share/licenses/gpu-tray/LICENSE"
}
`;
}

/** winget, of the app: https://learn.microsoft.com/windows/package-manager/package/manifest */
function winget(release: Release): Readonly<Record<string, string>> {
  const manifest = (type: string, ...lines: readonly string[]) =>
    [
      `PackageIdentifier: ${WINGET_ID}`,
      `PackageVersion: ${release.version}`,
      ...lines,
      `ManifestType: ${type}`,
      `ManifestVersion: ${WINGET_VERSION}`,
      '',
    ].join('\n');
  const installers = (['x64', 'arm64'] as const).flatMap((arch) => {
    const { url, sum } = artifact(release, `gpu-tray-${release.version}-win-${arch}.exe`);
    return [
      `- Architecture: ${arch}`,
      `  InstallerUrl: ${url}`,
      `  InstallerSha256: '${sum.toUpperCase()}'`,
    ];
  });
  const folder = `winget/${WINGET_ID}`;
  return {
    [`${folder}.yaml`]: manifest('version', 'DefaultLocale: en-US'),
    [`${folder}.installer.yaml`]: manifest(
      'installer',
      'InstallerType: nullsoft',
      'Scope: user',
      'Installers:',
      ...installers,
    ),
    [`${folder}.locale.en-US.yaml`]: manifest(
      'defaultLocale',
      'PackageLocale: en-US',
      'Publisher: The GPU Tray authors',
      'PackageName: GPU Tray',
      `PackageUrl: ${release.homepage}`,
      'License: MIT',
      `ShortDescription: ${ABOUT}`,
    ),
  };
}

/** The files for package managers, by path. @throws Error where the version is none, or an artifact is missing */
export function packageManagers(release: Release): Readonly<Record<string, string>> {
  if (!/^\d+\.\d+\.\d+$/.test(release.version)) throw new Error(`No version: ${release.version}`);
  for (const url of [release.homepage, release.downloads])
    if (!/^https:\/\/[\w./-]+$/.test(url)) throw new Error(`No web address: ${url}`);
  return {
    'homebrew/gpu-tray.rb': formula(release),
    'aur/PKGBUILD': pkgbuild(release),
    ...winget(release),
  };
}
