import { createHash } from 'node:crypto';
import { configPath, underHome } from '../tools/index.ts';

/** Bytes of a socket's path, its ending NUL among them; macOS and the BSDs have four less. */
const longestSocket = (platform: NodeJS.Platform) => (platform === 'linux' ? 108 : 104);
/** `%C` is a SHA-1 in hex, and ssh binds the socket under a name with `.` and 16 characters more at first. */
const ADDED_BY_SSH = 40 + 17 + 1;
/** Characters that stand for the host key's name. Few, since every one counts; `%C` has address, port and user in it. */
const HASH = 6;

/**
 * Where the connections of a VM are shared, for users who have `ControlMaster auto`. A path of theirs with `%h` would hand the
 * open session of a VM to the next one on its address, without a look at the host key; ours has the host key's name in it.
 * Null on Windows, whose ssh shares none; `none` where the folder is too long for a socket.
 */
export function controlPath(
  hostKeyAlias: string,
  context: { folder: string; accountHome: string; platform: NodeJS.Platform },
): string | null {
  const { folder, accountHome, platform } = context;
  if (platform === 'win32') return null;
  const start = `${folder}/${createHash('sha256').update(hostKeyAlias).digest('hex').slice(0, HASH)}`;
  if (Buffer.byteLength(start) + ADDED_BY_SSH > longestSocket(platform)) return 'none';
  return configPath(underHome(start, accountHome, platform), platform, '%C') ?? 'none';
}
