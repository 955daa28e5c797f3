import Fastify, { type FastifyRequest } from 'fastify';
import { readDocument, type Schema } from '../service/document.ts';

/** An answer of a call in the words of a description: `GET /v2/pods/{id}`. */
export interface Described {
  readonly call: string;
  readonly status: number;
  /** Null: there is no body. */
  readonly type: string | null;
  readonly body: unknown;
}

/** A request validates by fastify's own Ajv, which compiles each schema once. */
const validator = new Promise<FastifyRequest>((resolve) => {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, strictTypes: false } } });
  app.get('/', async (request) => {
    resolve(request);
    return {};
  });
  void app.inject('/');
});

const fits = async (schema: Schema, value: unknown): Promise<boolean> =>
  schema === true || (await validator).validateInput(value, schema);

/** The check of answers against a description below `docs/`: null, or what is wrong. */
export function readAnswers(file: string) {
  const document = readDocument(file);
  const responsesOf = (call: string) => {
    const [method, path = ''] = call.split(' ');
    const operations = Object.entries(document[path] ?? {});
    return operations.find(([name]) => name.toUpperCase() === method)?.[1].responses;
  };
  return {
    calls: Object.entries(document).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    /** The schema of a success; undefined: it has no body, or the call is not described. */
    successOf: (call: string): Schema | undefined =>
      (responsesOf(call)?.['200'] ?? responsesOf(call)?.['201'])?.content?.['application/json']
        ?.schema,
    async problemOf({ call, status, type, body }: Described): Promise<string | null> {
      const wrong = `${call}: ${status} as ${type}: ${JSON.stringify(body)}`;
      const responses = responsesOf(call);
      const response = responses?.[status] ?? responses?.['default'];
      if (response === undefined) return wrong;
      const { content = {} } = response;
      const name = type?.replace(/;.*/, '');
      const sent = Object.entries(content).find(([each]) => each === name)?.[1];
      // Vast's 429 alone is a text.
      if (sent === undefined) {
        const isWithout = type === null && Object.keys(content).length === 0;
        return isWithout || (name === 'text/plain' && status === 429) ? null : wrong;
      }
      return (await fits(sent.schema, body)) ? null : wrong;
    },
  };
}
