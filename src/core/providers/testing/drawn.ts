import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { fields } from '../http/read.ts';

/** In each object, under a name that no description has: as records carry fields that no client may read. */
export const SECRET = 'planted-in-every-object';

type Node = Readonly<Record<string, unknown>>;

const at = (value: unknown, ...path: readonly string[]) =>
  path.reduce<unknown>((part, name) => fields(part)[name], value);

const anyJson = fc.jsonValue({ maxDepth: 2 });

const WORDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  integer: fc.nat(100_000),
  number: fc.double({ min: 0, max: 10_000, noNaN: true }),
  boolean: fc.boolean(),
  null: fc.constant(null),
};

const METHODS = ['get', 'post', 'put'] as const;

/** The answers of a description, by their calls: `GET /v2/pods/{vm_id}`. @param isBroken values may be of any other type */
export function drawnAnswers(file: string, isBroken: boolean) {
  const document: unknown = parse(readFileSync(file, 'utf8'));

  function object(schema: Node): fc.Arbitrary<unknown> {
    const required = schema['required'];
    const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
    const known = Object.entries(fields(schema['properties'])).map(([name, each]) => {
      const value = name === 'id' && at(each, 'type') === 'string' ? fc.uuid() : drawn(each);
      return [name, value] as const;
    });
    const { additionalProperties: more } = schema;
    return fc
      .tuple(
        fc.record(Object.fromEntries(known), {
          requiredKeys: known.flatMap(([name]) => (isRequired(name) && !isBroken ? [name] : [])),
        }),
        typeof more === 'object'
          ? fc.dictionary(fc.string(), drawn(more), { maxKeys: 3 })
          : fc.constant({}),
      )
      .map(([named, others]) => ({ ...others, ...named, unread: SECRET }));
  }

  function valid(schema: unknown): fc.Arbitrary<unknown> {
    const ref = at(schema, '$ref');
    if (typeof ref === 'string') return drawn(at(document, ...ref.split('/').slice(1)));
    const node = fields(schema);
    const { enum: words, anyOf, type } = node;
    if (Array.isArray(words)) return fc.constantFrom<unknown>(...words);
    if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(drawn));
    if (Array.isArray(type)) return fc.oneof(...type.map((each) => drawn({ ...node, type: each })));
    if (type === 'array') return fc.array(drawn(node['items']), { maxLength: 4 });
    if (type === 'object') return object(node);
    if (node['format'] === 'date-time')
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    return WORDS[String(type)] ?? anyJson;
  }

  function drawn(schema: unknown): fc.Arbitrary<unknown> {
    const value = valid(schema);
    return isBroken
      ? fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: anyJson })
      : value;
  }

  const list = at(document, 'components', 'schemas', 'Vm');
  const calls = Object.entries(fields(at(document, 'paths'))).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const [schema] = ['200', '201'].flatMap((status) => {
        const answer = at(operations, method, 'responses', status);
        return at(answer, 'content', 'application/json', 'schema') ?? [];
      });
      if (schema === undefined) return [];
      // The first provider's document leaves the shape of its lists open.
      const known = schema === true ? { type: 'array', items: list } : schema;
      const call = `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{vm_id}')}`;
      return [[call, drawn(known)] as const];
    }),
  );
  return fc.record(Object.fromEntries(calls));
}
