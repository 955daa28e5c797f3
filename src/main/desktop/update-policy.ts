import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryJson } from '../../core/try-json.ts';
import type { Platform } from './platform.ts';

/** An administrator's settings, in a folder that users cannot write to. */
const policySchema = z.looseObject({ updates: z.boolean().optional() });

/** @param env names the folder on Windows */
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
export async function mayUpdate(path: string): Promise<boolean> {
  try {
    const policy = policySchema.safeParse(tryJson(await readFile(path, 'utf8')));
    return policy.success && policy.data.updates !== false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
