import { describe, expect, test } from 'vitest';
import type { Command } from '../command/index.ts';
import { findTerminals } from './find-terminals.ts';
import { heldOpen } from './held-open.ts';
import type { Launch, TerminalId, TerminalSearch } from './terminal.ts';

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

function launchOf(search: TerminalSearch, id: TerminalId, command: Command): Launch | undefined {
  return findTerminals(search)
    .find((terminal) => terminal.id === id)
    ?.launch(command);
}

function argvOf(search: TerminalSearch, id: TerminalId, command: Command): Command | undefined {
  const launch = launchOf(search, id, command);
  return launch?.state === 'argv' ? launch.argv : undefined;
}

const SSH = ['/usr/bin/ssh', 'gpu-train-1'] as const;
const NASTY = ['/usr/bin/ssh', '-o', 'ForwardAgent no', "it's; $(id) `id` \\", 'h'] as const;
/** The line that is typed for NASTY: one command, four words after the program. */
const NASTY_LINE = "/usr/bin/ssh -o 'ForwardAgent no' 'it'\\''s; $(id) `id` '\\\\ h";
/** Fixed, whatever the command. */
const [, , SCRIPT = ''] = heldOpen(SSH);
/** The line that holds NASTY open. */
const HELD_LINE = `/usr/bin/env /bin/sh -c '${SCRIPT}' gpu-tray ${NASTY_LINE}`;
/** NASTY, held open. */
const HELD = ['/bin/sh', '-c', SCRIPT, 'gpu-tray', ...NASTY] as const;

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
  ] as const)(
    '%s is started with %j before the command held open, whatever its words',
    (id, before) => {
      expect(argvOf(LINUX, id, SSH)).toEqual([`/usr/bin/${id}`, ...before, ...heldOpen(SSH)]);
      expect(argvOf(LINUX, id, NASTY)).toEqual([`/usr/bin/${id}`, ...before, ...HELD]);
    },
  );

  test('Ghostty gets it within one option, in a process of its own', () => {
    expect(argvOf(LINUX, 'ghostty', NASTY)).toEqual([
      ...['/usr/bin/ghostty', '--gtk-single-instance=false'],
      ...[`--initial-command=${HELD_LINE}`, '--quit-after-last-window-closed=true'],
    ]);
    for (const word of ['a\nb', 'a\tb', '\x1b]0;x\x07'])
      expect(launchOf(LINUX, 'ghostty', ['ssh', word])?.state).toBe('refused');
  });

  // QTerminal before 1.2 tears words at their spaces, and so does Sakura; what is not known may do so too.
  test.each(['/usr/bin/qterminal', '/usr/bin/sakura', '/usr/bin/snap', null])(
    'x-terminal-emulator that leads to %s gets the bare command',
    (target) => {
      const search = { ...LINUX, realPath: () => target };
      expect(argvOf(search, 'x-terminal-emulator', SSH)?.slice(1)).toEqual(['-e', ...SSH]);
      expect(argvOf(search, 'konsole', SSH)?.slice(2)).toEqual(heldOpen(SSH));
      expect(argvOf(search, 'x-terminal-emulator', ['a; b'])?.slice(1)).toEqual([
        ...['-e', '/usr/bin/env', 'a; b'],
      ]);
      expect(launchOf(search, 'x-terminal-emulator', ['ssh', '$HOME'])?.state).toBe('refused');
    },
  );

  test.each(['/usr/bin/xterm', '/nix/store/x/bin/konsole', '/usr/bin/mate-terminal.wrapper'])(
    'x-terminal-emulator that leads to %s gets it held open',
    (target) => {
      const search = { ...LINUX, realPath: () => target };
      expect(argvOf(search, 'x-terminal-emulator', NASTY)?.slice(2)).toEqual(HELD);
    },
  );

  test('all of them, the chosen one first', () => {
    expect(findTerminals(LINUX).map(({ id }) => id)).toEqual([
      ...['xdg-terminal-exec', 'x-terminal-emulator', 'gnome-terminal', 'ptyxis', 'kgx'],
      ...['konsole', 'xfce4-terminal', 'kitty', 'alacritty', 'foot', 'wezterm', 'ghostty', 'xterm'],
    ]);
  });

  test.each(['xterm', 'x-terminal-emulator'] as const)(
    '%s gets no single word, which it would give to a shell',
    (id) => {
      expect(argvOf(LINUX, id, ['a; b'])?.slice(1)).toEqual(['-e', ...heldOpen(['a; b'])]);
    },
  );

  test.each(['konsole', 'x-terminal-emulator', 'xdg-terminal-exec'] as const)(
    '%s is not given what Konsole would take for a variable',
    (id) => {
      for (const word of ['$HOME', 'a$\u007bHOME}', '$_'])
        expect(launchOf(LINUX, id, ['ssh', word])?.state).toBe('refused');
      expect(launchOf(LINUX, id, ['ssh', '$(id)', '$', '5$', '$5'])?.state).toBe('argv');
    },
  );

  test('only programs on PATH, in absolute folders', () => {
    const asked: string[] = [];
    const isProgram = (path: string) => {
      asked.push(path);
      return path === '/opt/bin/kitty';
    };
    const env = { PATH: '.::bin:/usr/bin:/opt/bin' };
    const found = findTerminals({ ...LINUX, env, isProgram });
    expect(found.map(({ id }) => id)).toEqual(['kitty']);
    expect(asked.filter((path) => !/^\/(usr|opt)\/bin\//.test(path))).toEqual([]);
  });

  test('foot needs Wayland and xterm needs X', () => {
    const ids = (env: NodeJS.ProcessEnv) => findTerminals({ ...LINUX, env }).map(({ id }) => id);
    expect(ids({ PATH: '/usr/bin', DISPLAY: ':0' })).not.toContain('foot');
    expect(ids({ PATH: '/usr/bin', WAYLAND_DISPLAY: 'w' })).not.toContain('xterm');
    expect(ids({ PATH: '/usr/bin', WAYLAND_DISPLAY: '' })).not.toContain('foot');
  });
});

describe('macOS', () => {
  test('all of them, Terminal first', () => {
    expect(findTerminals(MACOS).map(({ id }) => id)).toEqual([
      ...['macos-terminal', 'iterm2', 'ghostty', 'wezterm', 'kitty', 'alacritty', 'warp'],
    ]);
  });

  test('also those of this user alone', () => {
    const isProgram = (path: string) =>
      path === '/Users/me/Applications/kitty.app/Contents/MacOS/kitty';
    const search = { ...MACOS, isProgram };
    expect(argvOf(search, 'kitty', SSH)?.[0]).toBe(
      '/Users/me/Applications/kitty.app/Contents/MacOS/kitty',
    );
  });

  test('Terminal gets the line as data of a fixed script', () => {
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

  test('iTerm2 as well', () => {
    expect(argvOf(MACOS, 'iterm2', NASTY)).toEqual([
      '/usr/bin/osascript',
      ...['-e', 'on run argv', '-e', 'tell application "iTerm"'],
      ...['-e', 'set opened to (create window with default profile)'],
      ...['-e', 'tell current session of opened to write text (item 1 of argv)'],
      ...['-e', 'activate', '-e', 'end tell', '-e', 'end run'],
      NASTY_LINE,
    ]);
  });

  test('Ghostty gets it within one option', () => {
    expect(argvOf(MACOS, 'ghostty', NASTY)).toEqual([
      ...['/usr/bin/open', '-na', '/Applications/Ghostty.app', '--args'],
      ...[`--initial-command=${HELD_LINE}`, '--quit-after-last-window-closed=true'],
    ]);
  });

  test.each([
    ['wezterm', 'WezTerm', ['start', '--']],
    ['kitty', 'kitty', []],
    ['alacritty', 'Alacritty', ['-e']],
  ] as const)('%s gets the words, held open', (id, app, before) => {
    const program = `/Applications/${app}.app/Contents/MacOS/${id}`;
    expect(argvOf(MACOS, id, NASTY)).toEqual([program, ...before, ...HELD]);
  });

  test('Warp reads a file of its own for each command', () => {
    const launch = launchOf(MACOS, 'warp', ['/usr/bin/ssh', '-o', 'A "b"\\', 'h']);
    const path = '/Users/me/.warp/launch_configurations/gpu-tray-e6e89c623e58.yaml';
    expect(launch).toEqual({
      state: 'argv',
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
    const ours = launch?.state === 'argv' ? launch.file?.ours : undefined;
    expect('gpu-tray-e6e89c623e58.yaml').toMatch(ours ?? '');
    for (const other of ['my-gpu-tray-e6e89c623e58.yaml', 'gpu-tray-work.yaml', 'x.yaml'])
      expect(other).not.toMatch(ours ?? '');
  });

  test.each(['macos-terminal', 'iterm2', 'ghostty', 'warp'] as const)(
    '%s is not given what cannot be typed',
    (id) => {
      for (const word of ['a\nb', 'a\tb', '\x03', '\x1b]0;x\x07'])
        expect(launchOf(MACOS, id, ['ssh', word])?.state).toBe('refused');
    },
  );
});

describe('Windows', () => {
  const SSH_EXE = 'C:\\Windows\\System32\\OpenSSH\\ssh.exe';
  const WT = 'C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps\\wt.exe';
  const CONHOST = 'C:\\Windows\\System32\\conhost.exe';

  test('Windows Terminal first, and the console always', () => {
    expect(findTerminals(WINDOWS).map(({ id }) => id)).toEqual([
      ...['windows-terminal', 'windows-console'],
    ]);
  });

  test('Windows Terminal is found in the profile where PATH does not name it', () => {
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
  ] as const)('Windows Terminal is given %j as %j', (words, given) => {
    expect(argvOf(WINDOWS, 'windows-terminal', [SSH_EXE, ...words])).toEqual([
      ...[WT, 'new-tab', SSH_EXE, ...given],
    ]);
  });

  test.each(['', 'say "x"', '%PATH%', '100%', 'C:\\a b\\', 'a\nb'])(
    'Windows Terminal is not given %j, the console is',
    (word) => {
      expect(launchOf(WINDOWS, 'windows-terminal', [SSH_EXE, word])?.state).toBe('refused');
      expect(argvOf(WINDOWS, 'windows-console', [SSH_EXE, word])).toEqual([CONHOST, SSH_EXE, word]);
    },
  );

  test('PATH is searched on drives only', () => {
    const asked: string[] = [];
    const isProgram = (path: string) => asked.push(path) < 0;
    findTerminals({ ...WINDOWS, env: { PATH: '.;\\x;bin;"D:\\a b";C:\\c' }, isProgram });
    expect(asked.filter((path) => path.endsWith('wt.exe'))).toEqual([
      ...['D:\\a b\\wt.exe', 'C:\\c\\wt.exe'],
    ]);
  });
});
