import { type Account, billUntil, dollars } from '../world/index.ts';

interface Period {
  /** ms of simulated time. */
  readonly from: number;
  readonly to: number;
}

const part = (type: string, amount: number, { from, to }: Period) => {
  const [start, end] = [from / 1000, to / 1000];
  const description = `${type} charges`;
  return { start, end, type, source: null, description, amount, metadata: {}, items: [] };
};

const rounded = (amount: number) => Math.round(amount * 1000) / 1000;

/** A row per contract that cost something in the period. */
export function chargesOf(account: Account, period: Period) {
  const [start, end] = [Math.floor(period.from / 1000), Math.floor(period.to / 1000)];
  const rowOf = (id: string, gpu: number, disk: number, label: string | null) => ({
    start,
    end,
    type: 'instance',
    source: `instance-${id}`,
    description: `Instance ${id} Charges`,
    amount: rounded(gpu + disk),
    metadata: label === null ? {} : { label },
    items: [part('gpu', rounded(gpu), period), part('disk', rounded(disk), period)],
  });
  const contracts = account.vms.map((vm) => {
    const [before, after] = [billUntil(vm, period.from), billUntil(vm, period.to)];
    const gpu = dollars(after.gpuCost - before.gpuCost);
    return rowOf(vm.id, gpu, dollars(after.storageCost - before.storageCost), vm.order.label);
  });
  const others = account.charges
    .filter(({ at }) => at >= period.from && at < period.to)
    .map(({ vmId, cost }) => rowOf(vmId, dollars(cost), 0, null));
  return [...others, ...contracts].filter(({ amount }) => amount > 0);
}
