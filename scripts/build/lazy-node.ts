import type { Plugin } from 'vite';

/** Modules of which only functions may be imported. */
const IMPORT =
  /import\s*\{([^}]*)\}\s*from\s*["'](node:(?:child_process|crypto|http|util|v8))["'];?/g;

/** Loads modules of Node at the first call of one of their functions: `node:crypto` takes 6 ms, the others 3 ms, and an import of `node:http` loads undici, 6 MB. */
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
