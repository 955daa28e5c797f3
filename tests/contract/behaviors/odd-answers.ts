import type { Fetch } from '../../../src/core/providers/index.ts';
import type { OddAnswer } from './odd.ts';

interface Placed {
  readonly answer: OddAnswer;
  readonly matches: (url: URL, method: string) => boolean;
}

function responseOf({ status, type, body, isCut }: OddAnswer): Response {
  // As fetch does with `redirect: 'error'`.
  if (status === 301)
    throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
  const headers = type === '' ? {} : { 'content-type': type };
  if (!isCut) return new Response(body, { status, headers });
  const cut = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(body)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(cut, { status, headers });
}

async function textOf({ body }: Awaited<ReturnType<Fetch>>): Promise<string> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done === true) return Buffer.concat(parts).toString();
    parts.push(part.value);
  }
}

/** A `fetch` with answers in place of the provider's, each once. */
export function createOddAnswers(fetch: Fetch) {
  let placed: readonly Placed[] = [];
  let hidden: { readonly path: string; readonly vmId: string; readonly answer: OddAnswer } | null =
    null;

  const add = (answer: OddAnswer, matches: Placed['matches']) => {
    placed = [...placed, { answer, matches }];
  };

  /** The list without that VM, whose record is then requested. */
  async function withoutVm(
    { path, vmId, answer }: NonNullable<typeof hidden>,
    list: Awaited<ReturnType<Fetch>>,
  ): Promise<Response> {
    add(
      answer,
      ({ pathname, searchParams }) =>
        pathname.includes(vmId) ||
        (pathname === path && (searchParams.get('select_filters') ?? '').includes(vmId)),
    );
    const body: unknown = JSON.parse(await textOf(list));
    const without = JSON.stringify(body, (_, value: unknown) =>
      Array.isArray(value)
        ? value.filter((item) => String(Reflect.get(Object(item), 'id')) !== vmId)
        : value,
    );
    const uncounted = without.replace(/"(total|total_instances|instances_found)":1\b/g, '"$1":0');
    return new Response(uncounted, { headers: { 'content-type': 'application/json' } });
  }

  return {
    add,
    left: () => placed.length,
    hide(path: string, vmId: string, answer: OddAnswer): void {
      hidden = { path, vmId, answer };
    },
    fetch: (async (input, init) => {
      const url = new URL(input);
      const found = placed.find(({ matches }) => matches(url, init.method));
      if (found !== undefined) {
        placed = placed.filter((other) => other !== found);
        return responseOf(found.answer);
      }
      if (hidden === null || url.pathname !== hidden.path) return fetch(input, init);
      const of = hidden;
      hidden = null;
      return withoutVm(of, await fetch(input, init));
    }) satisfies Fetch,
  };
}
