import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/** Names around the lists of the first provider, whose form its document leaves open. */
const OPEN = ['count', 'data', 'items', 'next', 'total'];

/** Below are names and values of a user, of which no form is shown. */
const USERS_NAMES = 'env';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const at = (value: unknown, ...path: readonly string[]) =>
  path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);

const valuesAt = (value: unknown, name: string) => Object.entries(at(value, name) ?? {});

/** The paths of reading calls in a document, and the names of fields and words of enums in their answers. */
function namesIn(file: string, open: readonly string[] = []) {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  const fields = new Set(open);
  const words = new Map<string, unknown>();

  function look(schema: unknown, name: string): void {
    const ref = at(schema, '$ref');
    if (typeof ref === 'string') look(at(document, ...ref.split('/').slice(1)), name);
    const known = at(schema, 'enum');
    if (known !== undefined) words.set(name, known);
    for (const [field, each] of valuesAt(schema, 'properties')) {
      if (field !== USERS_NAMES) fields.add(field);
      look(each, field);
    }
    const groups = ['anyOf', 'oneOf', 'allOf'].flatMap((group) => valuesAt(schema, group));
    for (const [, each] of groups) look(each, name);
    for (const inner of ['items', 'additionalProperties'])
      if (isObject(at(schema, inner))) look(at(schema, inner), name);
  }

  // A search is a POST that reads.
  const readOf = ([path, each]: readonly [string, unknown]) =>
    at(each, 'get') ?? (path.endsWith('/bundles/') ? at(each, 'post') : undefined);
  const paths = valuesAt(document, 'paths').filter((each) => readOf(each) !== undefined);
  for (const each of paths)
    look(at(readOf(each), 'responses', '200', 'content', 'application/json', 'schema'), '');
  return {
    paths: paths.map(([path]) => path.replace(/\{\w+\}/, '{vm_id}')),
    fields: [...fields],
    words: Object.fromEntries(words),
  };
}

/** By the provider's id, as JSON: the constant of `src/core/providers/description.ts`. @param root of the project */
export function describedNames(root: string): string {
  const docs = join(root, 'docs');
  const names = globSync('providers/*.yaml', { cwd: docs }).map((file) => {
    return [basename(file, '.yaml'), namesIn(join(docs, file))] as const;
  });
  const rental = namesIn(join(docs, 'openapi.yaml'), OPEN);
  return JSON.stringify({ ...Object.fromEntries(names), rental });
}
