import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { APP, CLI, ensureBuilt } from './ensure-built.ts';

const OUT = join(import.meta.dirname, '../../out');

/** Texts in the files of an adapter other than the first one. */
const MARKS = ['includeClusterPods', '/v2/billing/pods', 'PROVISIONING', 'RUNPOD_POD_ID'];

test.each([
  ['the app', APP, 'main'],
  ['the command line', CLI, 'cli'],
] as const)(
  '%s loads another adapter than the first only where it is asked for',
  (_, build, folder) => {
    ensureBuilt(build);
    const files = globSync(`${folder}/*.js`, { cwd: OUT }).map((path) => ({
      name: basename(path),
      text: readFileSync(join(OUT, path), 'utf8'),
    }));
    for (const mark of MARKS) {
      const holders = files.filter(({ text }) => text.includes(mark));
      expect(holders).not.toEqual([]);
      for (const { name } of holders) {
        const use = new RegExp(`(\\w+\\(?)["'\`]\\./${name}["'\`]`, 'g');
        const uses = files.flatMap(({ text }) => [...text.matchAll(use)].map(([, how]) => how));
        expect([name, ...uses]).toEqual([name, 'import(']);
      }
    }
  },
);
