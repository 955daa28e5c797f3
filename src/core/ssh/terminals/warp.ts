import { createHash } from 'node:crypto';
import type { Launch } from './terminal.ts';

const OURS = /^gpu-tray-[0-9a-f]{12}\.yaml$/;

/**
 * Warp takes a command only from a launch configuration that a URL names
 * (docs.warp.dev, "Launch Configurations" and "URI Scheme"). Each command has a file of its own, named by its content: Warp
 * may still know an earlier version of a file, and that must never be the login to another machine.
 */
export function warpLaunch(line: string, home: string): Launch {
  const name = `gpu-tray-${createHash('sha256').update(line).digest('hex').slice(0, 12)}`;
  const path = `${home}/.warp/launch_configurations/${name}.yaml`;
  // What JSON quotes, YAML reads as the same text.
  const content = `---
name: ${name}
windows:
  - tabs:
      - title: GPU Tray
        layout:
          cwd: ${JSON.stringify(home)}
          commands:
            - exec: ${JSON.stringify(line)}
`;
  const argv = ['/usr/bin/open', `warp://launch/${encodeURI(path)}`] as const;
  return { state: 'argv', argv, file: { path, content, ours: OURS } };
}
