import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeFile, mendFile } from './change-file.ts';
import { type Disk, realDisk } from './disk.ts';
import { addInclude, includeState, removeInclude } from './include-text.ts';
import { userHome } from './testing/user-home.ts';

const BEFORE = 'Host old\n    Port 22\n';
const ADDED = 'Host new\n    Port 23\n';
const EDITED = `${BEFORE}${ADDED}`;

/** How programs write a file. `begin` is called at one step, `end` at a later one or right after. */
interface Editor {
  readonly name: string;
  begin(config: string): () => void;
}

const tolerant = (run: () => void) => {
  try {
    run();
  } catch {
    // The editor finds no file for a moment, and says so to its user.
  }
};

function appendsLater(config: string): () => void {
  if (!existsSync(config)) return () => appendFileSync(config, ADDED);
  const file = openSync(config, 'a');
  return () => {
    writeSync(file, ADDED);
    closeSync(file);
  };
}

const EDITORS: readonly Editor[] = [
  {
    name: 'renames a new file over it',
    begin: (config) => {
      writeFileSync(`${config}.swp`, EDITED);
      return () => renameSync(`${config}.swp`, config);
    },
  },
  {
    name: 'writes in place',
    begin: (config) => () => writeFileSync(config, EDITED),
  },
  { name: 'opened it before, and appends', begin: appendsLater },
  {
    name: 'has emptied it, and writes it anew',
    begin: (config) => {
      if (!existsSync(config)) return () => writeFileSync(config, EDITED);
      const file = openSync(config, 'w');
      return () => {
        writeSync(file, EDITED);
        closeSync(file);
      };
    },
  },
];

/** One edit of a file, begun once and ended once, whoever asks how often. */
function edit(config: string, begin: Editor['begin']) {
  let end: (() => void) | null = null;
  let isOver = false;
  const editing = {
    begin() {
      end ??= begin(config);
    },
    end() {
      editing.begin();
      if (!isOver && end !== null) tolerant(end);
      isOver = true;
    },
  };
  return editing;
}

/** A disk on which `at(n)` is called before the n-th step. */
function interrupted(at: (step: number) => void): { disk: Disk; steps: () => number } {
  let count = 0;
  const step = <Args extends readonly unknown[], Result>(run: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      at(count);
      count += 1;
      return run(...args);
    };
  };
  const disk: Disk = {
    isThere: step(realDisk.isThere),
    stat: step(realDisk.stat),
    realpath: step(realDisk.realpath),
    readLink: step(realDisk.readLink),
    read: step(realDisk.read),
    create: step(realDisk.create),
    link: step(realDisk.link),
    rename: step(realDisk.rename),
    unlink: step(realDisk.unlink),
    mkdir: step(realDisk.mkdir),
  };
  return { disk, steps: () => count };
}

/** Everything that stands in the folder, and the file itself. */
function found(ssh: string) {
  const names = readdirSync(ssh).filter((name) => name !== 'gpu-tray');
  return {
    names,
    all: names.map((name) => readFileSync(join(ssh, name), 'latin1')).join('\n'),
    config: existsSync(join(ssh, 'config')) ? readFileSync(join(ssh, 'config'), 'latin1') : null,
  };
}

const line = 'Include ~/.ssh/gpu-tray/config';
const target = {
  folder: '/h/.ssh/gpu-tray',
  home: '/h',
  accountHome: '/h',
  platform: 'linux',
} as const;
const ACTIONS = {
  add: {
    start: BEFORE,
    done: addInclude(BEFORE, line),
    change: (text: string | null) =>
      includeState(text ?? '', target) === 'active' ? text : addInclude(text, line),
  },
  remove: {
    start: addInclude(BEFORE, line),
    done: BEFORE,
    change: (text: string | null) => (text === null ? null : removeInclude(text, target)),
  },
} as const;

const leftOvers = (names: readonly string[]) =>
  names.filter((name) => /gpu-tray-(?:new|aside)$/.test(name));

describe.each(['add', 'remove'] as const)(
  'somebody edits the file while we %s the Include',
  (action) => {
    const { start, done, change } = ACTIONS[action];

    /** A folder to try one interruption after the other in. */
    async function folder() {
      const { ssh, config } = await userHome();
      const uid = process.getuid?.() ?? null;
      return {
        config,
        found: () => found(ssh),
        /** Changes the file from its start. Answers how many steps it took. */
        run(at: (step: number) => void): number {
          for (const name of readdirSync(ssh)) rmSync(join(ssh, name), { force: true });
          writeFileSync(config, start);
          const { disk, steps } = interrupted(at);
          changeFile(disk, config, uid, change);
          return steps();
        },
        again: () => changeFile(realDisk, config, uid, change),
      };
    }

    test.each(EDITORS)(
      'an editor that $name loses nothing, whichever moment it takes',
      async ({ begin }) => {
        const { config, run, found: all } = await folder();
        const count = run(() => {});
        expect(count).toBeGreaterThan(8);
        expect(all().config).toBe(done);
        let kept = 0;
        for (let first = 0; first <= count; first += 1) {
          for (let second = first; second <= count; second += 1) {
            const editing = edit(config, begin);
            run((step) => {
              if (step === first) editing.begin();
              if (step === second) editing.end();
            });
            // Where it was over before that moment came, the edit comes afterwards.
            editing.end();
            const after = all();
            const where = `begun at ${first}, ended at ${second}`;
            const holds = [where, after.all.includes('Host new'), after.all.includes('Host old')];
            expect(holds).toEqual([where, true, true]);
            if (after.config?.includes('Host new')) kept += 1;
          }
        }
        // Mostly it is in the file itself, not only in the copy beside it.
        expect(kept).toBeGreaterThan(count);
      },
    );

    test('what is written into the replaced file before we are done is brought over', async () => {
      const { config, run, found: all } = await folder();
      const count = run(() => {});
      for (let at = 0; at < count; at += 1) {
        const editing = edit(config, appendsLater);
        run((step) => {
          if (step === 0) editing.begin();
          if (step === at) editing.end();
        });
        const after = all();
        // The last step looks whether there is something to bring over; until then, it is.
        expect([at, after.config]).toEqual([at, `${done}${ADDED}`]);
      }
    });

    test('somebody deletes it: nothing of ours is left over, and its text is at most in the copy', async () => {
      const { config, run, found: all } = await folder();
      const count = run(() => {});
      for (let at = 0; at < count; at += 1) {
        run((step) => {
          if (step === at) rmSync(config, { force: true });
        });
        expect(leftOvers(all().names)).toEqual([]);
      }
    });

    test('we die at any step: the next time puts the file back, whole, and goes on', async () => {
      const { config, run, found: all, again } = await folder();
      const count = run(() => {});
      for (let at = 0; at < count; at += 1) {
        // Every later step fails as well, those of mending too: what is on the disk then is what a death leaves.
        run((step) => {
          if (step >= at) throw Object.assign(new Error('killed'), { code: 'EIO' });
        });
        mendFile(realDisk, config);
        expect([start, done]).toContain(all().config);
        expect(leftOvers(all().names)).toEqual([]);
        expect(again().kind).not.toBe('refused');
        expect(all().config).toBe(done);
      }
    });
  },
);

test('an editor that never stops is left alone, with its text', async () => {
  const user = await userHome();
  await user.write(BEFORE);
  let n = 0;
  const disk: Disk = {
    ...realDisk,
    rename(from, to) {
      n += 1;
      if (from === user.config) writeFileSync(user.config, `${BEFORE}# ${n}\n`);
      realDisk.rename(from, to);
    },
  };
  const added = await user.make({ disk }).add();
  expect(added).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/being changed by another program/),
  });
  expect(readFileSync(user.config, 'latin1')).toBe(`${BEFORE}# ${n}\n`);
});
