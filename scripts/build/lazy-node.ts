import type { Plugin } from 'vite';

/** Of these only functions may be imported. */
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](node:(?:child_process|crypto|util|v8))["'];?/g;

/**
 * Loads modules of Node when a function of theirs is called first: `node:crypto` takes 6 ms, the others 3 ms, of which an import of
 * `node:util` would spend most on exports that nothing uses.
 */
export function lazyNode(): Plugin {
  return {
    name: 'lazy-node',
    renderChunk: (code) =>
      code.replace(IMPORT, (_, names: string, module: string) =>
        names
          .split(',')
          .map((name) => {
            const [theirs, ours = theirs] = name.trim().split(/\s+as\s+/);
            return `const ${ours} = (...given) => process.getBuiltinModule('${module}').${theirs}(...given);`;
          })
          .join('\n'),
      ),
  };
}
