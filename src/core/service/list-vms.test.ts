import { describe, expect, it } from 'vitest';
import { startTestClient, vmRecords } from './test-client.ts';
import { type Handler, sendJson } from './test-server.ts';

/** The first `limit` records whatever the offset, at most `cap`; a larger limit is refused where `isStrict`. */
function firstPageOf(records: readonly unknown[], cap: number, isStrict = false): Handler {
  return (request, response) => {
    const limit = Number(request.query['limit'] ?? 50);
    if (isStrict && limit > cap) sendJson(response, 422, { detail: 'limit is too large' });
    else sendJson(response, 200, records.slice(0, Math.min(limit, cap)));
  };
}

describe('a service that ignores the offset', () => {
  it('gives its whole list in one larger page, which is asked for at once from then on', async () => {
    const { client, asked } = await startTestClient(firstPageOf(vmRecords(3_000), 100_000));
    const listing = await client.listVms();
    expect(listing).toMatchObject({ isComplete: true, skipped: 0 });
    expect(listing.items).toHaveLength(3_000);
    const before = asked().length;
    expect((await client.listVms()).items).toHaveLength(3_000);
    expect(asked().slice(before)).toEqual([
      'GET /vms?limit=8000&offset=0',
      'GET /vms?limit=8000&offset=2999',
    ]);
  });

  it.each([false, true])(
    'and caps its pages gives what it gives, said to be incomplete (refusing: %s)',
    async (isStrict) => {
      const { client } = await startTestClient(firstPageOf(vmRecords(3_000), 500, isStrict));
      const listing = await client.listVms();
      expect(listing.items).toHaveLength(500);
      expect(listing.isComplete).toBe(false);
    },
  );

  it('needs nothing larger where the list fits', async () => {
    const { client, asked } = await startTestClient(firstPageOf(vmRecords(120), 100_000));
    expect(await client.listVms()).toMatchObject({ isComplete: true });
    expect(asked()).toHaveLength(2);
  });

  it.each([
    [50, false, true],
    [120, true, false],
  ])(
    'of %i VMs, and the limit as well (%s), is complete: %s',
    async (vms, ignoresLimit, isComplete) => {
      const records = vmRecords(vms);
      const { client } = await startTestClient((request, response) => {
        const limit = ignoresLimit ? 50 : Number(request.query['limit'] ?? 50);
        sendJson(response, 200, records.slice(0, limit));
      });
      const listing = await client.listVms();
      expect(listing.items).toHaveLength(50);
      expect(listing.isComplete).toBe(isComplete);
    },
  );
});
