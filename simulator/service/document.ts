import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Target } from '../faults/board.ts';
import type { Provider } from './provider.ts';

const DOCS = new URL('../../docs/', import.meta.url);

/** A JSON schema; true accepts everything. */
export type Schema = Readonly<Record<string, unknown>> | true;
const schema = z.custom<Schema>((value) => value === true || typeof value === 'object');

const json = z.object({ schema });
const content = z.object({ 'application/json': json });
const anyContent = z.object({
  'application/json': json.optional(),
  'application/problem+json': json.optional(),
});
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: anyContent.optional() })),
});
const methods = z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation);
const documentSchema = z.object({ paths: z.record(z.string(), methods) });
const rawSchema = z.looseObject({
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Replaces each `$ref`; the document has none within itself. */
function resolved(value: unknown, components: z.output<typeof rawSchema>['components']): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, components));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const [, , group = '', name = ''] = value.$ref.split('/');
    return resolved(components[group]?.[name], components);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolved(each, components)]),
  );
}

/** The paths of a description below `docs/`, with its references resolved. */
export function readDocument(document = 'openapi.yaml') {
  const raw = rawSchema.parse(parse(readFileSync(new URL(document, DOCS), 'utf8')));
  return documentSchema.parse(resolved(raw, raw.components)).paths;
}

/** Of all simulators in this process: reading and compiling them takes most of a simulator's start. */
const documents = new Map<string | undefined, ReturnType<typeof readDocument>>();
const validators = new WeakMap<object, ReturnType<FastifyRequest['compileValidationSchema']>>();

/** Returns the check of requests against the provider's document. */
export function createDocument(provider: Pick<Provider, 'document' | 'undocumented'>) {
  const paths = documents.get(provider.document) ?? readDocument(provider.document);
  documents.set(provider.document, paths);
  const documented = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, details]) => ({ ...details, method, path })),
  );
  const undocumented = provider.undocumented.map((each) => {
    return { ...each, parameters: [], requestBody: undefined };
  });
  const all = [...documented, ...undocumented].map(({ method, path, ...details }) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`);
    return { ...details, method: method.toUpperCase(), pattern };
  });

  type Endpoint = (typeof all)[number];
  type IsValid = (schema: Schema, value: unknown) => boolean;

  function queryProblem({ parameters }: Endpoint, query: Target['query'], isValid: IsValid) {
    for (const [name, text] of Object.entries(query)) {
      const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
      if (parameter === undefined) return `no query parameter ${name}`;
      if (!isValid(parameter.schema, /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text))
        return `invalid ${name}`;
    }
    return null;
  }

  function pathProblem({ parameters, pattern }: Endpoint, path: string, isValid: IsValid) {
    const inPath = parameters.find((each) => each.in === 'path');
    const [, value] = pattern.exec(path) ?? [];
    return inPath === undefined || isValid(inPath.schema, value) ? null : `invalid ${inPath.name}`;
  }

  function bodyProblem({ requestBody }: Endpoint, body: unknown, isValid: IsValid) {
    if (requestBody === undefined) return body == null ? null : 'a body';
    return isValid(requestBody.content['application/json'].schema, body) ? null : 'invalid body';
  }

  /** Null: the request is documented. */
  return ({ method, path, query }: Target, request: FastifyRequest): string | null => {
    const endpoint = all.find((each) => each.method === method && each.pattern.test(path));
    if (endpoint === undefined) return 'no such endpoint';
    const isValid: IsValid = (schema, value) => {
      if (schema === true) return true;
      const validate = validators.get(schema) ?? request.compileValidationSchema(schema);
      validators.set(schema, validate);
      return Boolean(validate(value));
    };
    return (
      pathProblem(endpoint, path, isValid) ??
      queryProblem(endpoint, query, isValid) ??
      bodyProblem(endpoint, request.body, isValid)
    );
  };
}
