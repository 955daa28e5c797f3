import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const words = new Map<string, readonly string[]>();

  function look(schema: unknown, name: string): void {
    const ref = at(schema, '$ref');
    if (typeof ref === 'string') look(at(document, ...ref.split('/').slice(1)), name);
    const known = at(schema, 'enum');
    if (Array.isArray(known)) words.set(name, known.map(String));
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

/** By the provider's id. @param root of the project */
export const describedNames = (root: string) => ({
  rental: namesIn(join(root, 'docs/openapi.yaml'), OPEN),
  runpod: namesIn(join(root, 'docs/providers/runpod.yaml')),
  vast: namesIn(join(root, 'docs/providers/vast.yaml')),
  lambda: namesIn(join(root, 'docs/providers/lambda.yaml')),
});
