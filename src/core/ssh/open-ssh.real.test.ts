import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { silentLog } from '../log.ts';
import { openSsh, systemSshPlaces } from './open-ssh.ts';
import { makeVm } from './testing/make-vm.ts';

// Replaces ssh by a shell script.
test.runIf(process.platform !== 'win32')(
  'ssh is not searched in the AppImage we run from, and does not load its libraries',
  async () => {
    const home = await temporaryFolder();
    const mount = join(home, 'mount');
    const bin = join(home, 'bin');
    const script = '#!/bin/sh\nenv > "$0.env"\nfor name; do :; done\necho "hostname $name"\n';
    for (const folder of [mount, bin]) {
      await mkdir(folder);
      await writeFile(join(folder, 'ssh'), script, { mode: 0o755 });
    }
    await mkdir(join(home, '.ssh'), { mode: 0o700 });
    const ssh = openSsh({
      places: {
        folder: join(home, 'ssh'),
        configFile: join(home, 'ssh', 'config'),
        ...{ home, accountHome: home, platform: 'linux' },
      },
      env: {
        APPDIR: mount,
        PATH: `${mount}:${bin}:/usr/bin:/bin`,
        LD_LIBRARY_PATH: `${mount}/usr/lib:`,
        SSH_AUTH_SOCK: '/run/agent',
      },
      ...{ clock: systemClock, log: silentLog, prefix: () => 'gpu' },
    });
    expect(ssh.program()).toBe(join(bin, 'ssh'));
    await ssh.hosts.update({ vms: [makeVm('1')], gone: [], accountIds: ['a'] });
    expect(await ssh.include.state()).toBe('absent');
    const seen = await readFile(join(bin, 'ssh.env'), 'utf8');
    expect(seen).toContain('SSH_AUTH_SOCK=/run/agent\n');
    expect(seen).not.toContain(mount);
  },
);

test.runIf(process.platform !== 'win32')(
  'ssh is asked about hosts and short names only where the user has a config file',
  async () => {
    const home = await temporaryFolder();
    const calls = join(home, 'ssh.calls');
    const script = `#!/bin/sh\necho "$@" >> '${calls}'\necho 'stricthostkeychecking true'\n`;
    await writeFile(join(home, 'ssh'), script, { mode: 0o755 });
    const folder = join(home, 'tray');
    const configFile = join(folder, 'config');
    const ssh = openSsh({
      places: { folder, configFile, home, accountHome: '/home/lea', platform: 'linux' },
      env: { PATH: `${home}:/usr/bin:/bin` },
      ...{ clock: systemClock, log: silentLog, prefix: () => 'gpu' },
    });
    const update = { vms: [makeVm('1')], gone: [], accountIds: ['a'] };
    expect((await ssh.hosts.update(update))[0]?.isStrict).toBeUndefined();
    expect(await ssh.include.state()).toBe('absent');
    expect(existsSync(calls)).toBe(false);

    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'config'), 'StrictHostKeyChecking yes\n');
    expect((await ssh.hosts.update(update))[0]?.isStrict).toBe(true);
    await ssh.include.state();
    expect((await readFile(calls, 'utf8')).trim().split('\n')).toHaveLength(2);
  },
);

test.each([
  ['linux', '/home/lea/.config/GPU Tray', '/home/lea/.ssh/gpu-tray/config'],
  // XDG_CONFIG_HOME: another app instance with other accounts, which must not remove these aliases.
  ['linux', '/home/lea/x/GPU Tray', '/home/lea/x/GPU Tray/ssh/config'],
  ['darwin', '/home/lea/Library/Application Support/GPU Tray', '/home/lea/.ssh/gpu-tray/config'],
  ['linux', '/tmp/demo', '/tmp/demo/ssh/config'],
] as const)(
  'on %s the user-data folder %s has its SSH config at %s',
  (platform, userData, file) => {
    vi.stubEnv('XDG_CONFIG_HOME', '/home/lea/x');
    const places = systemSshPlaces(userData, '/home/lea', { platform });
    expect(places).toMatchObject({
      folder: `${userData}/ssh`,
      configFile: file,
      home: '/home/lea',
    });
  },
);
