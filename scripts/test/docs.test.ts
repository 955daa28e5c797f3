import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const PROJECT = resolve(import.meta.dirname, '../..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'simulator/*.md', 'tests/browser-host/*.md'], {
  cwd: PROJECT,
});
const SOURCE = /^(src|core|main|simulator|scripts|tests|docs|resources|bin)\/[\w./-]+\.\w+$/;

/** Documents say `core/x.ts` for `src/core/x.ts`. */
const exists = (path: string) =>
  ['', 'src'].some((folder) => existsSync(join(PROJECT, folder, path)));

/** The fragments of a page's headings. */
const fragmentsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(PAGES)('%s links to headings that exist', (page) => {
  const text = readFileSync(join(PROJECT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:\s]*\.md)?#([^)]+)\)/g)];
  const missing = links.filter(([, to = '', fragment = '']) => {
    const path = join(PROJECT, to === '' ? page : join(dirname(page), to));
    return !fragmentsOf(path).includes(fragment);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test.each(PAGES)('%s names files that exist', (page) => {
  const text = readFileSync(join(PROJECT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
    join(dirname(page), link),
  );
  const missingLinks = links.filter((link) => !existsSync(join(PROJECT, link)));
  const paths = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, path = '']) =>
    SOURCE.test(path) ? [path] : [],
  );
  expect([...missingLinks, ...paths.filter((path) => !exists(path))]).toEqual([]);
});

test('docs/service.md names every field of the documented answers', () => {
  const page = readFileSync(join(PROJECT, 'docs/service.md'), 'utf8');
  const { components } = parse(readFileSync(join(PROJECT, 'docs/openapi.yaml'), 'utf8'));
  const schemas = Object.entries<{ properties?: object }>(components.schemas);
  const fields = schemas.flatMap(([, { properties = {} }]) => Object.keys(properties));
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
});

test('the pictures of README exist, and the moving one has six seconds in at most 1.5 MB', () => {
  const text = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const pictures = [...text.matchAll(/src(?:set)?="([^"]+)"/g)].map(([, path = '']) => path);
  expect(pictures.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  const moving = readFileSync(join(PROJECT, 'docs/screenshots/demo.png'));
  expect(moving.length).toBeLessThanOrEqual(1_500_000);
  // The delay of a frame is 24 bytes after the name of its control chunk, in ms (APNG).
  let seconds = 0;
  for (let at = moving.indexOf('fcTL'); at !== -1; at = moving.indexOf('fcTL', at + 1))
    seconds += moving.readUInt16BE(at + 24) / moving.readUInt16BE(at + 26);
  expect(seconds).toBeCloseTo(6);
});

const wordsIn = (page: string) =>
  readFileSync(join(PROJECT, page), 'utf8').split(/\s+/).filter(Boolean).length;

test('README and docs stay short', () => {
  expect(wordsIn('README.md')).toBeLessThanOrEqual(500);
  const docs = globSync('docs/*.md', { cwd: PROJECT }).map(wordsIn);
  expect(docs.reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(20_000);
});
