import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { problemOf, startTestClient, until, vmRecords } from '../testing/client.ts';
import { type Handler, sendJson } from '../testing/server.ts';

/** Pages of at most `cap` records, fifty without a limit as documented. */
function pagesOf(
  records: readonly unknown[],
  cap = 500,
  headers: () => object = () => ({}),
): Handler {
  return (request, response) => {
    const offset = Number(request.query['offset'] ?? 0);
    const limit = Math.min(Number(request.query['limit'] ?? 50), cap);
    sendJson(response, 200, records.slice(offset, offset + limit), { ...headers() });
  };
}

/** Rejects a `limit` above 100. */
function strictPagesOf(records: readonly unknown[], status: number): Handler {
  const pages = pagesOf(records);
  return (request, response) => {
    if (Number(request.query['limit'] ?? 0) > 100)
      sendJson(response, status, { detail: 'limit must be at most 100' });
    else pages(request, response);
  };
}

describe('listVms', () => {
  test('reads all pages of a service with smaller pages', async () => {
    const records = vmRecords(230);
    const { client, asked } = await startTestClient(pagesOf(records, 100));
    const listing = await client.listVms();
    expect(listing.vms.map((vm) => vm.id)).toEqual(records.map((record) => record.id));
    expect(listing).toMatchObject({ skipped: 0, isComplete: true });
    expect(asked()).toEqual([
      'GET /vms?limit=500&offset=0',
      'GET /vms?limit=500&offset=99',
      'GET /vms?limit=500&offset=198',
    ]);
  });

  test.each(['limit', 'offset'])('reads the list of a service that ignores %s', async (ignored) => {
    for (const count of [0, 1, 49, 50, 51, 100, 500, 501]) {
      const records = vmRecords(count);
      const { client } = await startTestClient((request, response) => {
        const query = { ...request.query, [ignored]: undefined };
        const offset = Number(query['offset'] ?? 0);
        const page = records.slice(offset, offset + Number(query['limit'] ?? 50));
        sendJson(response, 200, page, { 'x-ratelimit-remaining': '1000' });
      });
      const { vms } = await client.listVms();
      expect(vms.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    }
  });
});

describe('a list that one page may hold', () => {
  /** A list whose records a test changes, in pages of at most `cap`. */
  async function setup(count: number, cap: number) {
    const records: object[] = vmRecords(count);
    const clock = createVirtualClock();
    // No pause before a further page.
    const headers = () => ({ 'x-ratelimit-remaining': '100' });
    const { client, asked } = await startTestClient(pagesOf(records, cap, headers), { clock });
    /** The number of VMs that were listed, and of requests. */
    async function poll() {
      const before = asked().length;
      const { vms } = await client.listVms();
      return [vms.length, asked().length - before];
    }
    return { records, clock, poll };
  }

  test.each([10, 20, 25, 30, 40, 50, 73])(
    'of %i VMs takes a second request once, until it changes',
    async (count) => {
      const { records, poll } = await setup(count, 500);
      expect(await poll()).toEqual([count, 2]);
      expect(await poll()).toEqual([count, 1]);
      records.push({ id: 'more', status: 'running' });
      expect((await poll())[0]).toBe(count + 1);
      records.shift();
      expect(await poll()).toEqual([count, 2]);
      expect(await poll()).toEqual([count, 1]);
    },
  );

  test('is read behind its end again after five minutes, since pages may be no larger', async () => {
    const { records, clock, poll } = await setup(20, 20);
    expect(await poll()).toEqual([20, 2]);
    records.push({ id: 'more', status: 'running' });
    await clock.advance(5 * 60_000 - 1);
    expect(await poll()).toEqual([20, 1]);
    await clock.advance(1);
    expect([await poll(), await poll()]).toEqual([
      [21, 2],
      [21, 2],
    ]);
  });

  test('is not taken for the whole while the service says that there are more', async () => {
    const records = vmRecords(60);
    let total: number | undefined;
    const { client } = await startTestClient((request, response) => {
      const offset = Number(request.query['offset'] ?? 0);
      const vms = records.slice(0, total ?? 20).slice(offset, offset + 20);
      sendJson(response, 200, { vms, total });
    });
    expect((await client.listVms()).vms).toHaveLength(20);
    total = 60;
    expect((await client.listVms()).vms).toHaveLength(60);
  });
});

describe('a service that rejects a limit of 500', () => {
  test.each([400, 422])('with %i gets requests without a limit from then on', async (status) => {
    const { client, asked } = await startTestClient(strictPagesOf(vmRecords(60), status));
    expect((await client.listVms()).vms).toHaveLength(60);
    expect((await client.listVms()).vms).toHaveLength(60);
    expect(asked()).toEqual([
      'GET /vms?limit=500&offset=0',
      'GET /vms?offset=0',
      'GET /vms?offset=49',
      'GET /vms?offset=0',
      'GET /vms?offset=49',
    ]);
  });

  test.each([401, 403, 429, 500])('is not assumed for a %i', async (status) => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, status, {}),
    );
    await problemOf(client.listVms());
    expect(server.requests).toHaveLength(1);
  });
});

describe('a rate limit that is used up between two pages', () => {
  const usedUp = (seconds: number) => () => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(seconds),
  });

  test('is waited for', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(pagesOf(vmRecords(80), 50, usedUp(30)), {
      clock,
    });
    const call = client.listVms();
    await until(() => clock.pending().length === 1 && server.requests.length === 1, 'it waits');
    // A second more, since reset times in whole seconds may be rounded down.
    expect(clock.pending()).toEqual([31_000]);
    await clock.advance(30_999);
    expect(server.requests).toHaveLength(1);
    await clock.advance(1);
    expect((await call).vms).toHaveLength(80);
    expect(server.requests).toHaveLength(2);
  });

  test('rejects as rate limited when it resets too late', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(pagesOf(vmRecords(80), 50, usedUp(61)), {
      clock,
      listMs: 60_000,
    });
    expect(await problemOf(client.listVms())).toEqual({
      kind: 'rateLimited',
      retryAt: clock.now() + 62_000,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('does not delay an abort', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(pagesOf(vmRecords(80), 50, usedUp(30)), {
      clock,
    });
    const caller = new AbortController();
    const call = client.listVms(caller.signal);
    await until(() => clock.pending()[0] === 31_000, 'it waits');
    const reason = new Error('aborted');
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(clock.pending()).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a list without an end', () => {
  /** New ids on every page, whatever the offset. `pad`: characters of each label. */
  function endless(size: number, { pad = 0, headers = {} } = {}): Handler {
    let next = 0;
    const label = 'x'.repeat(pad);
    return (_, response) => {
      next += size;
      const page = vmRecords(size).map((record, index) => ({
        ...record,
        id: `vm-${next + index}`,
      }));
      const records = page.map((record) => ({ ...record, instance_label: label }));
      sendJson(response, 200, records, headers);
    };
  }

  const LIMITED = { 'x-ratelimit-remaining': '1000', 'x-ratelimit-reset': '60' };

  test.each([
    // Ten of them are steps back: no page holds an item of the previous one.
    ['in pages of 500', 500, 51],
    ['in one page', 60_000, 1],
  ])('is left after 20,000 VMs %s', async (_, size, requests) => {
    const { client, server } = await startTestClient(endless(size, { headers: LIMITED }));
    const listing = await client.listVms();
    expect(listing.isComplete).toBe(false);
    expect(listing.vms).toHaveLength(20_000);
    expect(server.requests).toHaveLength(requests);
  });

  test('is left after 16 MiB', async () => {
    const { client, server } = await startTestClient(
      endless(60, { pad: 100_000, headers: LIMITED }),
    );
    expect(await client.listVms()).toMatchObject({ isComplete: false });
    expect(server.requests).toHaveLength(3);
  });

  test('is paced where the service reports no rate limit, and left when the time is up', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(endless(60), { clock, listMs: 1_000 });
    const call = client.listVms();
    for (let pages = 1; pages <= 10; pages += 1) {
      await until(() => clock.pending()[0] === 100, 'it waits');
      expect(server.requests).toHaveLength(pages);
      await clock.advance(100);
    }
    expect(await call).toMatchObject({ isComplete: false });
    expect(server.requests).toHaveLength(10);
  });
});

/** The first `limit` records, at most `cap`, regardless of the offset; `isStrict` rejects a larger limit. */
function firstPageOf(records: readonly unknown[], cap: number, isStrict = false): Handler {
  return (request, response) => {
    const limit = Number(request.query['limit'] ?? 50);
    if (isStrict && limit > cap) sendJson(response, 422, { detail: 'limit is too large' });
    else sendJson(response, 200, records.slice(0, Math.min(limit, cap)));
  };
}

describe('a service that ignores the offset', () => {
  test('is read in one larger page, and the size is remembered', async () => {
    const { client, asked } = await startTestClient(firstPageOf(vmRecords(3_000), 100_000));
    const listing = await client.listVms();
    expect(listing).toMatchObject({ isComplete: true, skipped: 0 });
    expect(listing.vms).toHaveLength(3_000);
    const before = asked().length;
    expect((await client.listVms()).vms).toHaveLength(3_000);
    expect(asked().slice(before)).toEqual([
      'GET /vms?limit=8000&offset=0',
      'GET /vms?limit=8000&offset=2999',
    ]);
  });

  test.each([
    [50, false, true],
    [120, true, false],
  ])(
    'with %i VMs (ignores the limit too: %s) is complete: %s',
    async (vms, ignoresLimit, isComplete) => {
      const records = vmRecords(vms);
      const { client } = await startTestClient((request, response) => {
        const limit = ignoresLimit ? 50 : Number(request.query['limit'] ?? 50);
        sendJson(response, 200, records.slice(0, limit));
      });
      const listing = await client.listVms();
      expect(listing.vms).toHaveLength(50);
      expect(listing.isComplete).toBe(isComplete);
    },
  );
});
