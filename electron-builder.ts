import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

/** Set by a release (docs/release.md); without a homepage no Debian or RPM package can be made. */
const { homepage }: { homepage?: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
);
/** Where the packaged app looks for updates. Unset: it never looks. */
const feed = process.env['GPU_TRAY_UPDATE_FEED'];
if (feed && URL.parse(feed)?.protocol !== 'https:')
  throw new Error('GPU_TRAY_UPDATE_FEED must be an https address');

const KEYTAR = 'node_modules/keytar';
/** The native library for one system and architecture. keytar loads it when its `build` folder, for this computer, is missing. */
const prebuilt = (target: string) => `${KEYTAR}/prebuilds/${target}/keytar.node`;
/** A set, since electron-builder ignores a system's plain patterns for packages. */
const onlyPrebuilt = (target: string) => [{ filter: [prebuilt(target)] }];

const config: Configuration = {
  appId: 'com.gpu-tray.app',
  productName: 'GPU Tray',
  copyright: '© The GPU Tray authors',
  // electron-builder replaces these names.
  artifactName: `\${name}-\${version}-\${os}-\${arch}.\${ext}`,
  directories: { output: 'dist', buildResources: 'build' },
  publish: feed ? { provider: 'generic', url: feed } : null,

  // Only what is built. Everything is bundled except keytar, which loads a native file.
  files: [
    'out/{main,preload,renderer}/**',
    'resources/tray/**',
    'package.json',
    '!node_modules/**',
    `${KEYTAR}/package.json`,
    `${KEYTAR}/LICENSE.md`,
    `${KEYTAR}/lib/**/*.js`,
  ],
  extraMetadata: { main: 'out/main/index.js' },
  asar: true,
  // Windows loads tray icons from disk, not from the archive.
  asarUnpack: [`${KEYTAR}/**`, 'resources/tray/**'],
  // keytar ships prebuilt for every platform.
  npmRebuild: false,

  // No scripts through the app's Node, no options from the environment, no inspector, and only its own verified archive.
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  },

  mac: {
    target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })),
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.inherit.plist',
    // With the account or the API key of the environment; without one the app is not notarized.
    notarize: true,
    files: onlyPrebuilt('darwin-*'),
    // Both libraries are in both halves of the universal app; keytar chooses.
    x64ArchFiles: `**/${prebuilt('darwin-*')}`,
    extendInfo: {
      // A menu bar app: hiding the Dock icon later may leave it visible.
      LSUIElement: true,
      // macOS shows this text when it asks for permission, and does not ask without it.
      NSAppleEventsUsageDescription:
        'GPU Tray opens a window of your terminal and logs in to the VM that you chose.',
    },
  },

  win: {
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    files: onlyPrebuilt(`win32-\${arch}`),
  },
  nsis: {
    oneClick: true,
    perMachine: false,
    deleteAppDataOnUninstall: false,
    // It would hold both architectures beside the installers of one.
    buildUniversalInstaller: false,
  },

  linux: {
    target: [...(homepage ? ['deb', 'rpm'] : []), 'AppImage'].map((target) => ({
      target,
      arch: ['x64', 'arm64'],
    })),
    files: onlyPrebuilt(`linux-\${arch}`),
    // Apart from `gpu-tray`, the command line.
    executableName: 'gpu-tray-app',
    description: `Shows your rented GPU VMs and what they cost, alerts you, and opens SSH sessions. The command line, gpu-tray, is a separate package of the same release${homepage ? `, see ${homepage}` : ''}.`,
    // Docks, portals and notifications find the app by its desktop file's name; portals require a reverse domain name.
    syncDesktopName: true,
    icon: 'build/icons',
    category: 'Utility',
    synopsis: 'Your rented GPU VMs and what they cost, in the system tray',
    maintainer: 'The GPU Tray authors',
  },
  // In addition to Electron's own dependencies: a keychain. GNOME's tray extension depends on GNOME, which must not come to another desktop.
  deb: {
    recommends: ['gnome-keyring | kwalletmanager | keepassxc'],
    fpm: ['--deb-suggests', 'gnome-shell-extension-appindicator'],
  },
  rpm: {
    fpm: [
      '(gnome-keyring or kwalletmanager or keepassxc)',
      '(gnome-shell-extension-appindicator if gnome-shell)',
    ].flatMap((condition) => ['--rpm-tag', `Recommends: ${condition}`]),
  },
  // The runtime that needs no libfuse2, which Ubuntu no longer installs.
  toolsets: { appimage: '1.0.3' },
  appImage: {
    // Without the version, so that an update replaces the file in its place: autostart and desktop shortcuts name it.
    artifactName: `\${name}-\${os}-\${arch}.\${ext}`,
    // Otherwise every start would run without Chromium's sandbox.
    executableArgs: [],
  },
};

export default config;
