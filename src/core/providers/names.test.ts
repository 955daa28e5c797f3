import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_PROVIDER, PROVIDER_IDS, PROVIDERS } from '../../shared/providers/providers.ts';

// A provider's name stands in its folder, in the list and its loader, and in the texts of the sign-in. All else is the same for all.

const SOURCE = join(import.meta.dirname, '../..');

const isTest = (path: string) => /\.test\.tsx?$|(^|\/)testing\//.test(path);

const FILES = globSync('**/*.{ts,tsx,css,html,json,mjs}', { cwd: SOURCE }).filter(
  (path) => !isTest(path),
);

test.each(PROVIDER_IDS.filter((id) => id !== FIRST_PROVIDER))(
  'the name of %s stands where it may only',
  (id) => {
    const name = new RegExp(`\\b${id}|${PROVIDERS[id].name}`, 'i');
    const found = FILES.filter(
      (path) =>
        !path.startsWith(`core/providers/${id}/`) &&
        name.test(readFileSync(join(SOURCE, path), 'utf8')),
    );
    expect(found.toSorted()).toEqual(['core/providers/load.ts', 'shared/providers/providers.ts']);
  },
);
