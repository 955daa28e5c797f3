import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';
import type { UpdateResult, Updater } from '../../core/app/index.ts';
import { readTextFileIfAny } from '../../core/files/index.ts';
import type { Log } from '../../core/log.ts';
import type { Platform } from './platform.ts';

/** An administrator's settings, in a folder that users cannot write to. */
const policySchema = z.looseObject({ updates: z.boolean().optional() });

export function policyPath(platform: Platform, env: Readonly<NodeJS.ProcessEnv>): string {
  switch (platform) {
    case 'darwin':
      return '/Library/Application Support/GPU Tray/policy.json';
    case 'win32':
      return join(env['ProgramData'] || 'C:\\ProgramData', 'GPU Tray', 'policy.json');
    case 'linux':
      return '/etc/gpu-tray/policy.json';
  }
}

/** Whether this computer may update itself. A policy that cannot be read forbids it. */
async function mayUpdate(path: string): Promise<boolean> {
  try {
    const text = await readTextFileIfAny(path);
    return text === null || policySchema.parse(JSON.parse(text)).updates !== false;
  } catch {
    return false;
  }
}

export interface UpdaterPorts {
  readonly platform: Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The packaged app's resources; null: not packaged. */
  readonly resources: string | null;
  /** The administrator's settings. */
  readonly policy?: string;
  /** Loads electron-updater, which takes longer than everything else at the start. */
  load(): Promise<AppUpdater>;
  readonly log: Log;
}

/** Codes of electron-updater for a download that is not what the feed promised. */
const UNVERIFIED = ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'];

function failure(error: unknown): UpdateResult & { readonly code: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { kind: 'failed', why: UNVERIFIED.includes(code) ? 'unverified' : 'unreachable', code };
}

/** Updates from the feed that electron-builder names in the package (`app-update.yml`). */
export async function createUpdater(ports: UpdaterPorts): Promise<Updater> {
  const { platform, env, resources, policy = policyPath(platform, env), log } = ports;
  const read = async (name: string) =>
    resources === null ? null : readFile(join(resources, name), 'utf8').catch(() => null);
  const feed = await read('app-update.yml');
  // The installation of a Debian or RPM package asks for a password.
  const needsPassword = platform === 'linux' && (await read('package-type')) !== null;
  const isInstalled = platform !== 'linux' || needsPassword || env['APPIMAGE'] !== undefined;
  const isAllowed = await mayUpdate(policy);
  let loaded: Promise<AppUpdater> | undefined;
  let ready: Extract<UpdateResult, { kind: 'ready' }> | null = null;

  async function load(): Promise<AppUpdater> {
    const updater = await ports.load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = !needsPassword;
    updater.disableWebInstaller = true;
    // Its texts have addresses and paths.
    updater.logger = null;
    // Also reported by rejections.
    updater.on('error', () => {});
    return updater;
  }

  async function find(): Promise<UpdateResult> {
    loaded ??= load();
    const updater = await loaded;
    const found = await updater.checkForUpdates();
    const version = found?.isUpdateAvailable ? found.updateInfo.version : null;
    if (version !== null && version === ready?.version) return ready;
    // The feed has replaced or withdrawn the version that was ready. A download begins by deleting it, and installing a deleted
    // file would remove an AppImage. Squirrel.Mac has a copy.
    if (ready !== null && platform !== 'darwin') updater.autoInstallOnAppQuit = false;
    ready = null;
    if (version === null) return { kind: 'current' };
    await updater.downloadUpdate();
    updater.autoInstallOnAppQuit = !needsPassword;
    ready = { kind: 'ready', version, needsPassword };
    return ready;
  }

  async function install(): Promise<void> {
    const updater = await loaded;
    if (updater === undefined) return;
    // Squirrel.Mac quits the app.
    if (platform === 'darwin') updater.quitAndInstall();
    else {
      // At the very end: the new version would meet this one, and installers end what still runs.
      updater.autoInstallOnAppQuit = false;
      app.once('quit', () => updater.quitAndInstall(true, true));
      app.quit();
    }
  }

  return {
    off: feed === null || !isInstalled ? 'build' : isAllowed ? null : 'policy',
    async check() {
      try {
        const result = await find();
        log.info('update.checked', { result: result.kind });
        return result;
      } catch (error) {
        const { code, ...result } = failure(error);
        log.warn('update.failed', { code });
        return ready ?? result;
      }
    },
    install: () => void install(),
  };
}
