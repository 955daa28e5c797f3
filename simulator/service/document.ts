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

const content = z.record(z.string(), z.object({ schema }));
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
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

/** The endpoints of a provider, with a schema of what a request to each has in path, query and body. */
function endpointsOf({ document, undocumented = [] }: Pick<Provider, 'document' | 'undocumented'>) {
  const documented = Object.entries(readDocument(document)).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, details]) => ({ ...details, method, path })),
  );
  const others = undocumented.map((each) => {
    return { ...each, parameters: [], requestBody: undefined };
  });
  return [...documented, ...others].map(({ method, path, parameters, requestBody }) => {
    const partOf = (place: string) => {
      const own = parameters.filter((parameter) => parameter.in === place);
      const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
      return { type: 'object', additionalProperties: place === 'path', properties };
    };
    const body = requestBody?.content['application/json']?.schema ?? { type: 'null' };
    const properties = { path: partOf('path'), query: partOf('query'), body };
    return {
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      schema: { type: 'object', properties },
    };
  });
}

/** Of all simulators in this process: reading and compiling them takes most of a simulator's start. */
const documents = new Map<string, ReturnType<typeof endpointsOf>>();
/** Of their first request, which keeps what it has compiled: each new simulator would compile the schema of schemas again. */
let compiler: Pick<FastifyRequest, 'compileValidationSchema'> | null = null;

/** Returns the check of requests against the provider's document. */
export function createDocument(provider: Pick<Provider, 'document' | 'undocumented'>) {
  const endpoints = documents.get(provider.document) ?? endpointsOf(provider);
  documents.set(provider.document, endpoints);
  /** Null: the request is documented. */
  return ({ method, path, query }: Target, request: FastifyRequest): string | null => {
    const endpoint = endpoints.find((each) => each.method === method && each.pattern.test(path));
    if (endpoint === undefined) return 'no such endpoint';
    const { pattern, schema } = endpoint;
    compiler ??= request;
    const validate = compiler.compileValidationSchema(schema);
    const values = Object.entries(query).map(([name, text]) => {
      return [name, /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text];
    });
    const sent = {
      path: { ...pattern.exec(path)?.groups },
      query: Object.fromEntries(values),
      body: request.body ?? null,
    };
    return validate(sent) ? null : `not as documented: ${JSON.stringify(validate.errors)}`;
  };
}
