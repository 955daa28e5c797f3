import { app } from 'electron';
import type { BoundedRun } from '../../core/run-with-timeout.ts';
import type { Platform } from './platform.ts';

/**
 * Whether a program is there for addresses of that scheme. On Linux Electron would ask xdg-mime itself, but wait for it in
 * the middle of everything else.
 */
export async function hasHandler(
  scheme: string,
  platform: Platform,
  run: BoundedRun,
): Promise<boolean> {
  if (platform !== 'linux') return app.getApplicationNameForProtocol(`${scheme}://`) !== '';
  const answer = await run('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`]);
  return answer.state === 'done' && answer.stdout.trim() !== '';
}
