import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import type { SshHost } from '../host.ts';
import { makeHost } from '../testing/make-host.ts';
import { EDITORS, editorAddress } from './editors.ts';

const PLAIN = makeHost({ alias: 'gpu-train-1' });
const FULL: SshHost = { ...PLAIN, login: { ...EMPTY_LOGIN, user: 'me@x', port: 2222 } };
const IPV6: SshHost = { ...FULL, address: '2001:db8::1' };
const ALL = EDITORS.map(({ id }) => id);
/** A sentence in the place of a URL. */
const REFUSED = expect.stringMatching(/\.$/);
const CODE = ['vscode', 'vscode-insiders', 'cursor', 'windsurf'] as const;

function urlOf(editor: string, host: SshHost, path: string): string | null {
  const address = editorAddress(editor, host, path);
  return typeof address === 'string' ? null : address.url;
}

describe.each(CODE)('%s', (scheme) => {
  const start = `${scheme}://vscode-remote/ssh-remote+`;
  const end = '?windowId=_blank';
  test.each([
    [FULL, '/data/my runs', `gpu-train-1/data/my%20runs`],
    [FULL, '/', 'gpu-train-1/'],
    [FULL, '~', 'gpu-train-1'],
    [{ ...IPV6, alias: 'gpu-x' }, '/data', 'gpu-x/data'],
  ])('%j at %j', (host, path, rest) => {
    expect(urlOf(scheme, host, path)).toBe(`${start}${rest}${end}`);
  });

  test('refuses a folder in the home folder', () => {
    expect(editorAddress(scheme, FULL, '~/runs')).toEqual(REFUSED);
  });
});

test.each([
  [FULL, '/data/my runs', 'zed://ssh/gpu-train-1/data/my%20runs'],
  [FULL, '/', 'zed://ssh/gpu-train-1/'],
  [FULL, '~', 'zed://ssh/gpu-train-1/~'],
  [FULL, '~/runs/1', 'zed://ssh/gpu-train-1/~/runs/1'],
])('Zed: %j at %j', (host, path, url) => {
  expect(urlOf('zed', host, path)).toBe(url);
});

test.each([
  [FULL, '/data', 'host=203.0.113.7&port=2222&user=me%40x&projectPath=%2Fdata'],
  [PLAIN, '/', 'host=203.0.113.7&port=22&projectPath=%2F'],
  [IPV6, '~', 'host=2001%3Adb8%3A%3A1&port=2222&user=me%40x'],
])('JetBrains Gateway: %j at %j', (host, path, rest) => {
  expect(urlOf('jetbrains-gateway', host, path)).toBe(
    `jetbrains-gateway://connect#type=ssh&deploy=false&${rest}`,
  );
});

test('JetBrains Gateway refuses a folder in the home folder', () => {
  expect(editorAddress('jetbrains-gateway', FULL, '~/runs')).toEqual(REFUSED);
});

describe.each([...ALL, 'notepad'])('%s gets no URL', (editor) => {
  test.each([
    '',
    'data',
    './x',
    'C:\\x',
    '~other',
    '~other/x',
    '/a/../b',
    '~/..',
    '/a\nb',
    '/a\0',
    '/\u2028',
    '/\ud800',
  ])('for the path %j', (path) => {
    expect(editorAddress(editor, FULL, path)).toEqual(REFUSED);
  });

  test.each([null, '', 'host', '%h', '2130706433', 'fe80::1%eth0', '1.2.3.4/x', '-oX=y'])(
    'for the address %j',
    (address) => {
      expect(editorAddress(editor, { ...FULL, address }, '/data')).toEqual(REFUSED);
    },
  );

  test.each(['', 'GPU x', 'a/b', 'a?b', 'a@b', 'a%20b', '../x'])('for the alias %j', (alias) => {
    expect(editorAddress(editor, { ...FULL, alias }, '/data')).toEqual(REFUSED);
  });
});

test('a URL keeps path and user apart from its other parts', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => {
    return !/[\p{Cc}\p{Zl}\p{Zp}/]/u.test(text) && text !== '.' && text !== '..';
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...ALL),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (editor, names, user) => {
        const path = `/${names.join('/')}`;
        const url = urlOf(editor, { ...FULL, login: { ...FULL.login, user } }, path);
        if (url === null) throw new Error('refused');
        expect(url).toMatch(/^[\x21-\x7e]+$/);
        if (editor === 'jetbrains-gateway') {
          const fields = new URLSearchParams(url.split('#')[1]);
          expect([fields.get('projectPath'), fields.get('user')]).toEqual([path, user]);
          expect([...fields.keys()]).toHaveLength(6);
          return;
        }
        const [, start = '', target = ''] =
          /^([a-z-]+:\/\/(?:vscode-remote\/ssh-remote\+|ssh\/))([^?#]+)(?:\?windowId=_blank)?$/.exec(
            url,
          ) ?? [];
        expect(start).not.toBe('');
        expect(target.split('/').map(decodeURIComponent)).toEqual(['gpu-train-1', ...names]);
      },
    ),
  );
});
