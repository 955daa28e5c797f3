/** An offer of two H100 as Vast sends it, with fields that are not read. */
export function sentOffer(change: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 51_100_001,
    ask_contract_id: 51_100_001,
    gpu_name: 'H100 SXM',
    gpu_ram: 81_559,
    num_gpus: 2,
    geolocation: 'Norway, NO',
    hosting_type: 1,
    verification: 'verified',
    is_bid: false,
    rentable: true,
    dph_base: 4,
    dph_total: 4.12,
    inet_down_cost: 0.00123,
    inet_up_cost: 0.02,
    end_date: 1_811_808_000,
    public_ipaddr: '203.0.113.42',
    ...change,
  };
}
