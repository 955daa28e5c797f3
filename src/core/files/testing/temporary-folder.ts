import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is deleted when the test is over. */
export async function temporaryFolder(): Promise<string> {
  // Short, so that the path of a socket below it fits.
  const folder = await mkdtemp(join(tmpdir(), 'gpu-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
