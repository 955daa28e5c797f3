import { describe, expect, test } from 'vitest';
import { type Command, Unquotable } from '../commands/quote.ts';
import { heldOpen, type Launch } from './pass-command.ts';
import { findTerminals, TERMINALS, type TerminalSearch } from './terminals.ts';

const EVERYTHING = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', PATH: '/usr/bin' };
const LINUX: TerminalSearch = {
  platform: 'linux',
  env: EVERYTHING,
  home: '/home/me',
  isProgram: () => true,
  realPath: (path) =>
    path === '/usr/bin/x-terminal-emulator' ? '/usr/bin/gnome-terminal.wrapper' : path,
};
const MACOS: TerminalSearch = {
  platform: 'darwin',
  env: {},
  home: '/Users/me',
  isProgram: (path) =>
    path.startsWith('/Applications/') || path.includes('/Utilities/Terminal.app/'),
  realPath: (path) => path,
};
const WINDOWS: TerminalSearch = {
  platform: 'win32',
  env: {
    Path: 'C:\\Windows;C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps',
    SYSTEMROOT: 'C:\\Windows',
  },
  home: 'C:\\Users\\me',
  isProgram: (path) => /WindowsApps\\wt\.exe$|System32\\conhost\.exe$/.test(path),
  realPath: (path) => path,
};

function launchOf(search: TerminalSearch, id: string, command: Command): Launch | undefined {
  return findTerminals(search)
    .find((terminal) => terminal.id === id)
    ?.launch(command);
}

function argvOf(search: TerminalSearch, id: string, command: Command): Command | undefined {
  return launchOf(search, id, command)?.argv;
}

const SSH = ['/usr/bin/ssh', 'gpu-train-1'] as const;
const NASTY = ['/usr/bin/ssh', '-o', 'ForwardAgent no', "it's; $(id) `id` \\", 'h'] as const;
/** NASTY as a shell line. */
const NASTY_LINE = "/usr/bin/ssh -o 'ForwardAgent no' 'it'\\''s; $(id) `id` '\\\\ h";
const [, , SCRIPT = ''] = heldOpen(SSH);
/** NASTY held open, as a shell line. */
const HELD_LINE = `/usr/bin/env /bin/sh -c '${SCRIPT}' gpu-tray ${NASTY_LINE}`;
/** NASTY, held open. */
const HELD = ['/bin/sh', '-c', SCRIPT, 'gpu-tray', ...NASTY] as const;

const rows = ([LINUX, MACOS, WINDOWS] as const).flatMap((search) => {
  const platform =
    search.platform === 'darwin' || search.platform === 'win32' ? search.platform : 'linux';
  return TERMINALS[platform].map(({ id }) => ({ id, platform, search }));
});

describe.each(rows)('$id on $platform', ({ id, search }) => {
  test('is found, under an id that no other terminal has', () => {
    expect(findTerminals(search).filter((terminal) => terminal.id === id)).toHaveLength(1);
  });
});

describe('Linux', () => {
  test.each([
    ['xdg-terminal-exec', []],
    ['x-terminal-emulator', ['-e']],
    ['gnome-terminal', ['--']],
    ['ptyxis', ['--new-window', '--']],
    ['kgx', ['--']],
    ['konsole', ['-e']],
    ['xfce4-terminal', ['-x']],
    ['kitty', []],
    ['alacritty', ['-e']],
    ['foot', []],
    ['wezterm', ['start', '--']],
    ['xterm', ['-e']],
  ] as const)('%s gets %j before the command held open', (id, before) => {
    expect(argvOf(LINUX, id, SSH)).toEqual([`/usr/bin/${id}`, ...before, ...heldOpen(SSH)]);
    expect(argvOf(LINUX, id, NASTY)).toEqual([`/usr/bin/${id}`, ...before, ...HELD]);
  });

  test('Ghostty gets one option with the line, and a separate process', () => {
    expect(argvOf(LINUX, 'ghostty', NASTY)).toEqual([
      ...['/usr/bin/ghostty', '--gtk-single-instance=false'],
      ...[`--initial-command=${HELD_LINE}`, '--quit-after-last-window-closed=true'],
    ]);
    for (const argument of ['a\nb', 'a\tb', '\x1b]0;x\x07'])
      expect(() => launchOf(LINUX, 'ghostty', ['ssh', argument])).toThrow(Unquotable);
  });

  // QTerminal before 1.2 and Sakura split arguments at spaces; an unknown terminal may too.
  test.each(['/usr/bin/qterminal', '/usr/bin/sakura', '/usr/bin/snap', '/etc/broken'])(
    'x-terminal-emulator that leads to %s gets the command not held open',
    (target) => {
      const search = { ...LINUX, realPath: () => target };
      expect(argvOf(search, 'x-terminal-emulator', SSH)?.slice(1)).toEqual(['-e', ...SSH]);
      expect(argvOf(search, 'konsole', SSH)?.slice(2)).toEqual(heldOpen(SSH));
      expect(() => launchOf(search, 'x-terminal-emulator', ['ssh', '$HOME'])).toThrow(Unquotable);
    },
  );

  test.each(['/usr/bin/xterm', '/nix/store/x/bin/konsole', '/usr/bin/mate-terminal.wrapper'])(
    'x-terminal-emulator that leads to %s gets the command held open',
    (target) => {
      const search = { ...LINUX, realPath: () => target };
      expect(argvOf(search, 'x-terminal-emulator', NASTY)?.slice(2)).toEqual(HELD);
    },
  );

  test.each(['konsole', 'x-terminal-emulator', 'xdg-terminal-exec'] as const)(
    '%s refuses what Konsole would expand as a variable',
    (id) => {
      for (const argument of ['$HOME', 'a$\u007bHOME}', '$_'])
        expect(() => launchOf(LINUX, id, ['ssh', argument])).toThrow(Unquotable);
      expect(launchOf(LINUX, id, ['ssh', '$(id)', '$', '5$', '$5'])).toBeDefined();
    },
  );

  test('foot needs Wayland and xterm needs X', () => {
    const ids = (env: NodeJS.ProcessEnv) => findTerminals({ ...LINUX, env }).map(({ id }) => id);
    expect(ids({ PATH: '/usr/bin', DISPLAY: ':0' })).not.toContain('foot');
    expect(ids({ PATH: '/usr/bin', WAYLAND_DISPLAY: 'w' })).not.toContain('xterm');
    expect(ids({ PATH: '/usr/bin', WAYLAND_DISPLAY: '' })).not.toContain('foot');
  });
});

describe('macOS', () => {
  test('Terminal gets the line as the argument of a constant script', () => {
    const script = [
      ...['-e', 'on run argv', '-e', 'tell application "Terminal"'],
      ...['-e', 'do script (item 1 of argv)', '-e', 'activate'],
      ...['-e', 'end tell', '-e', 'end run'],
    ];
    expect(argvOf(MACOS, 'macos-terminal', SSH)).toEqual([
      ...['/usr/bin/osascript', ...script, '/usr/bin/ssh gpu-train-1'],
    ]);
    expect(argvOf(MACOS, 'macos-terminal', NASTY)).toEqual([
      ...['/usr/bin/osascript', ...script, NASTY_LINE],
    ]);
  });

  test('Ghostty gets one option with the line', () => {
    expect(argvOf(MACOS, 'ghostty', NASTY)).toEqual([
      ...['/usr/bin/open', '-na', '/Applications/Ghostty.app', '--args'],
      ...[`--initial-command=${HELD_LINE}`, '--quit-after-last-window-closed=true'],
    ]);
  });

  test.each([
    ['wezterm', 'WezTerm', ['start', '--']],
    ['kitty', 'kitty', []],
    ['alacritty', 'Alacritty', ['-e']],
  ] as const)('%s gets the arguments, held open', (id, app, before) => {
    const program = `/Applications/${app}.app/Contents/MacOS/${id}`;
    expect(argvOf(MACOS, id, NASTY)).toEqual([program, ...before, ...HELD]);
  });

  test('Warp gets a launch file per command', () => {
    const launch = launchOf(MACOS, 'warp', ['/usr/bin/ssh', '-o', 'A "b"\\', 'h']);
    const path = '/Users/me/.warp/launch_configurations/gpu-tray-e6e89c623e58.yaml';
    expect(launch).toEqual({
      argv: ['/usr/bin/open', `warp://launch/${path}`],
      file: {
        path,
        content: `---
name: gpu-tray-e6e89c623e58
windows:
  - tabs:
      - title: GPU Tray
        layout:
          cwd: "/Users/me"
          commands:
            - exec: "/usr/bin/ssh -o 'A \\"b\\"'\\\\\\\\ h"
`,
        ours: expect.any(RegExp),
      },
    });
    expect(launchOf(MACOS, 'warp', SSH)).not.toHaveProperty('file.path', path);
    const ours = launch?.file?.ours;
    expect('gpu-tray-e6e89c623e58.yaml').toMatch(ours ?? '');
    for (const other of ['my-gpu-tray-e6e89c623e58.yaml', 'gpu-tray-work.yaml', 'x.yaml'])
      expect(other).not.toMatch(ours ?? '');
  });

  test.each(['macos-terminal', 'iterm2', 'ghostty', 'warp'] as const)(
    '%s refuses what cannot be typed',
    (id) => {
      for (const argument of ['a\nb', 'a\tb', '\x03', '\x1b]0;x\x07'])
        expect(() => launchOf(MACOS, id, ['ssh', argument])).toThrow(Unquotable);
    },
  );
});

describe('Windows', () => {
  const SSH_EXE = 'C:\\Windows\\System32\\OpenSSH\\ssh.exe';
  const WT = 'C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps\\wt.exe';
  const CONHOST = 'C:\\Windows\\System32\\conhost.exe';

  test('Windows Terminal is found in the profile when it is not on PATH; the console always', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' };
    expect(argvOf({ ...WINDOWS, env }, 'windows-terminal', [SSH_EXE, 'h'])?.[0]).toBe(WT);
    expect(findTerminals({ ...WINDOWS, env: {} }).map(({ id }) => id)).toEqual(['windows-console']);
  });

  test.each([
    [['gpu-train-1'], ['gpu-train-1']],
    [
      ['-o', 'ForwardAgent no', '-p', '22', 'h'],
      ['-o', 'ForwardAgent no', '-p', '22', 'h'],
    ],
    [
      ['a;b', ';', 'x ; y', 'a\\;b', ';;'],
      ['a\\;b', '\\;', 'x \\; y', 'a\\\\;b', '\\;\\;'],
    ],
    [
      ['$(calc)', '& calc', '| calc', "it's"],
      ['$(calc)', '& calc', '| calc', "it's"],
    ],
  ] as const)('Windows Terminal gets %j as %j', (args, given) => {
    expect(argvOf(WINDOWS, 'windows-terminal', [SSH_EXE, ...args])).toEqual([
      ...[WT, 'new-tab', SSH_EXE, ...given],
    ]);
  });

  test.each(['', 'say "x"', '%PATH%', '100%', 'C:\\a b\\', 'a\nb'])(
    'Windows Terminal refuses %j, the console takes it',
    (argument) => {
      expect(() => launchOf(WINDOWS, 'windows-terminal', [SSH_EXE, argument])).toThrow(Unquotable);
      expect(argvOf(WINDOWS, 'windows-console', [SSH_EXE, argument])).toEqual([
        CONHOST,
        SSH_EXE,
        argument,
      ]);
    },
  );
});
