import { useEffect, useState } from 'react';
import { joined } from '../../../shared/format/index.ts';
import {
  currentLoad,
  type GpuLoadProblem,
  type GpuLoadSample,
  meanLoad,
  type VmLoad,
} from '../../../shared/gpu-load/gpu-load.ts';
import { SSH_PROBLEMS } from '../../../shared/ssh/shell-only.ts';
import type { RateSample } from '../../../shared/usage/usage-slice.ts';
import { gpuLoadOf } from '../../../shared/vms/idleness.ts';
import { bridge, go, useApp, type VmOfAccount, type VmTarget } from '../../store.ts';
import {
  ago,
  Button,
  Meter,
  RequestButton,
  ScreenSection,
  useAnswer,
  useMinute,
} from '../../ui/index.ts';
import { LineDrawing, linePath } from '../../ui/line-drawing.tsx';

const GPU_PROBLEMS: Readonly<Record<GpuLoadProblem, string>> = {
  ...SSH_PROBLEMS,
  noProgram: 'nvidia-smi is not installed on the VM.',
  programFailed: 'nvidia-smi failed on the VM.',
  unreadable: 'nvidia-smi reported no GPUs.',
  tooMany: 'GPU Tray reads the first 100 VMs only.',
};

const gib = (mib: number) => (mib / 1_024).toFixed(1);

/** @param temperature °C @param power W; null: unknown */
const heat = (temperature: number | null, power: number | null) =>
  joined([
    temperature !== null && `${Math.round(temperature)} °C`,
    power !== null && `${Math.round(power)} W`,
  ]);

/** The samples of the last hours; there is a new one every minute. */
function useSamples({ accountId, vmId }: VmTarget): readonly GpuLoadSample[] {
  const [samples, setSamples] = useState<readonly GpuLoadSample[]>([]);
  const answer = useAnswer(`${useMinute()}`, () => bridge.readGpuLoad({ accountId, vmId }));
  useEffect(() => {
    if (answer?.ok) setSamples(answer.value.samples);
  }, [answer]);
  return samples;
}

/** Load over time, %: of a GPU, or the mean of all. */
function loadsOf(samples: readonly GpuLoadSample[], index: number | null): readonly RateSample[] {
  return samples.map(({ at, loads }) => {
    const known = loads.filter((gpu) => index === null || gpu.index === index);
    return { at, rate: meanLoad(known) };
  });
}

interface PercentProps {
  readonly name: string;
  readonly percent: number | null;
  readonly loads?: readonly RateSample[];
}

/** The load of the last hours, since the first sample, and now. */
function Percent({ name, percent, loads = [] }: PercentProps) {
  const now = useMinute();
  const line = linePath(loads, 100, now);
  const label = `Load since ${ago(loads[0]?.at ?? now, now)}`;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span className="text-quiet">{name}</span>
      {line === '' ? <Meter percent={percent ?? 0} /> : <LineDrawing label={label} line={line} />}
      {percent === null ? '—' : `${Math.round(percent)}%`}
    </span>
  );
}

interface FiguresProps {
  readonly target: VmTarget;
  readonly load: VmLoad;
  readonly isOld: boolean;
}

function Figures({ target, load: { gpus, load, memory, at }, isOld }: FiguresProps) {
  const now = useMinute();
  const samples = useSamples(target);
  const tone = isOld ? 'text-quiet' : '';
  const rows = (
    <ul className={`grid gap-1.5 empty:hidden ${tone}`}>
      {gpus.map(({ index, memoryUsed, memoryTotal, ...gpu }) => (
        <li className="flex flex-wrap items-center gap-x-3" key={index}>
          <Percent loads={loadsOf(samples, index)} name={`GPU ${index}`} percent={gpu.load} />
          {memoryUsed !== null && memoryTotal !== null && (
            <span className="whitespace-nowrap">
              {gib(memoryUsed)}/{gib(memoryTotal)} GiB
            </span>
          )}
          <span className="whitespace-nowrap text-quiet empty:hidden">
            {heat(gpu.temperature, gpu.power)}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {gpus.length > 1 ? (
        <details>
          <summary className={`cursor-pointer ${tone}`}>
            <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-wrap gap-x-3 align-top">
              <Percent loads={loadsOf(samples, null)} name={`${gpus.length} GPUs`} percent={load} />
              {memory !== null && <Percent name="VRAM" percent={memory} />}
            </span>
          </summary>
          <div className="pt-1.5">{rows}</div>
        </details>
      ) : (
        rows
      )}
      {isOld && gpus.length > 0 && (
        <p className="text-quiet text-small">Last figures {ago(at, now)}</p>
      )}
    </>
  );
}

/** The load of each GPU of a running VM, by its record and SSH, why the load is unknown, or a link to turn SSH readings on. */
export function Load({ vm, account, target, vmKey: key }: VmOfAccount) {
  const now = useMinute();
  const app = useApp((state) => state);
  const asked = app.vmLoads[key];
  const known = gpuLoadOf({ app, accountId: account.id, now }, vm, key);
  const current =
    vm.phase !== 'running' || known === 'unknown' || known?.load == null ? null : known;
  const load = current ?? asked;
  const isOld = current === null && currentLoad(asked, now) === null;
  const isReady = app.vmSshAccess[key]?.reach === 'ready';
  const isOn = account.turnedOn.gpuLoad === true;
  const hasGpus = isReady || current !== null;
  const hasMachine = vm.phase === 'running' && (vm.cpuPercent ?? vm.ramPercent) !== null;
  if (!hasGpus && !hasMachine) return null;
  return (
    <ScreenSection isTitleHidden className="grid grid-cols-[minmax(0,1fr)] gap-1.5" title="Load">
      {hasGpus && (
        <>
          {load !== undefined && <Figures isOld={isOld} load={load} target={target} />}
          {asked?.problem != null && (
            <p className="text-small" role="status">
              No GPU load. {GPU_PROBLEMS[asked.problem]}{' '}
              {asked.problem !== 'tooMany' && (
                <RequestButton label="Try again" request={() => bridge.retryGpuLoad(target)} />
              )}
            </p>
          )}
          {isOn && isReady && asked === undefined && (
            <p className="text-quiet text-small">Reading GPU load…</p>
          )}
          {!isOn && current === null && (
            <p>
              <Button label="Show GPU load…" onClick={() => go({ kind: 'accounts' })} tone="link" />
            </p>
          )}
        </>
      )}
      {hasMachine && (
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {vm.cpuPercent !== null && <Percent name="CPU" percent={vm.cpuPercent} />}
          {vm.ramPercent !== null && <Percent name="RAM" percent={vm.ramPercent} />}
        </div>
      )}
    </ScreenSection>
  );
}
