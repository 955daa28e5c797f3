import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundleFiles, bundleResponse, readBundleFiles } from './bundle.ts';

let outside = '';
let files: BundleFiles = new Map();
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'gpu-tray-bundle-'));
  const folder = join(outside, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets/index-a1.js'), 'export {}');
  await writeFile(join(folder, 'assets/index-a1.js.map'), '{}');
  await writeFile(join(folder, 'assets/style.css'), 'body {}');
  await writeFile(join(outside, 'secret.html'), 'secret');
  files = await readBundleFiles(folder);
});
afterAll(() => rm(outside, { recursive: true }));

const get = (url: string, method = 'GET') => bundleResponse(files, { method, url });

test.each([
  ['app://bundle/index.html', 'text/html; charset=utf-8', '<!doctype html>'],
  ['app://bundle/assets/index-a1.js', 'text/javascript; charset=utf-8', 'export {}'],
  ['app://bundle/assets/style.css', 'text/css; charset=utf-8', 'body {}'],
  ['app://bundle/index.html?again#top', 'text/html; charset=utf-8', '<!doctype html>'],
])('serves %s', async (url, type, content) => {
  const response = get(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(await response.text()).toBe(content);
});

test.each([
  'app://bundle/',
  'app://bundle/nothing.html',
  'app://bundle/../secret.html',
  'app://bundle/assets/../../secret.html',
  'app://bundle/%2e%2e/secret.html',
  'app://bundle/..%2fsecret.html',
  'app://bundle/..%5csecret.html',
  'app://bundle/%69ndex.html',
  'app://bundle//index.html',
  'app://bundle/assets',
  'app://bundle/assets/index-a1.js.map',
  'app://other/index.html',
  'app://bundle.evil/index.html',
  'app://bundle:80/index.html',
  'file:///etc/passwd',
  'https://bundle/index.html',
  'not an address',
])('responds 404 to %s', async (url) => {
  const response = get(url);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('');
});

test.each(['POST', 'PUT', 'HEAD', 'OPTIONS'])('responds 405 to %s', (method) => {
  expect(get('app://bundle/index.html', method).status).toBe(405);
});

test.each(['app://bundle/index.html', 'app://bundle/nothing.html'])(
  'sends the security headers with %s',
  (url) => {
    const { headers } = get(url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);
