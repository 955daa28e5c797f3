import type { LaunchOrder, OrderAnswer } from '../../../shared/launch/order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { said } from '../http/http-problem.ts';
import { count, fields, pathId, readItems, readRecord, record } from '../http/read.ts';
import {
  describeForm,
  incompatible,
  namedBy,
  orNull,
  ServiceError,
  unsent,
} from '../http/service-error.ts';
import { line } from '../offer-fields.ts';
import { answerOfError, USUAL_CHOICES } from '../order-answer.ts';
import { markedName } from '../order-mark.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { parseOffer, readQuote } from './offers.ts';
import { podSchema } from './pod.ts';

/** The image of RunPod's own examples. It starts SSH, and is for NVIDIA. */
const IMAGE = 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404';

/** Smaller disks may find no machine. */
const DISK = { min: 20, usual: 50 } as const;

const MAX_NAME = 120;

/** Before the id of a template, in place of an image. */
const TEMPLATE = 'template:';

/** `createPod`: all come before a pod is placed. RunPod's 5xx may come after it. */
const REFUSALS: readonly (number | null)[] = [400, 401, 402, 403, 404, 413, 422, 429];

/** No code distinguishes "no capacity" from a broken rule: both are a 400. */
const NO_MACHINE =
  /\bno (longer )?(any )?(instances?|machines?|gpus?)\b|\bcapacity\b|not have the resources|could not be placed/i;

const named = <Args extends readonly unknown[], T>(call: (...args: Args) => Promise<T>) =>
  namedBy(PROVIDERS.runpod.name, call);

function asOrderProblem(error: unknown): never {
  if (!(error instanceof ServiceError) || error.origin !== 'own') throw error;
  const { problem, status } = error;
  if (problem.kind !== 'invalid') throw error;
  const { detail } = problem;
  if (status === 402)
    throw error.as({
      kind: 'insufficientBalance',
      required: null,
      available: null,
      ...said(detail),
    });
  throw status === 400 && NO_MACHINE.test(detail ?? '')
    ? error.as({ kind: 'soldOut', detail })
    : error;
}

/** A template of pods, as an image to choose. */
const templateSchema = record((sent) => {
  const id = pathId(sent['id']);
  if (id === null || sent['serverless'] === true) return null;
  const name = line(sent['name']) ?? id;
  const size = count(fields(fields(sent['mounts'])['persistent'])['size']);
  const volume = size === null ? '' : `, with a volume of ${size} GB`;
  return { id: TEMPLATE + id, name: `${name} (template${volume})` };
});

const templatesSchema = record(({ templates }) => readItems(templateSchema, templates, 500).read);

const portsSchema = record(({ ports }) =>
  Array.isArray(ports) ? ports.filter((port): port is string => typeof port === 'string') : [],
);

const isNvidia = (gpu: string) => !gpu.startsWith('AMD');

const SSH_PORT = '22/tcp';

/** The order in RunPod's words. The cloud is always named: without it, a Secure pod comes at the price of a Community offer. */
function bodyOf(order: LaunchOrder, mark: string, ports: readonly string[]) {
  const offer = parseOffer(order.offer.offer);
  const { image, diskGb, login } = order;
  if (offer === null) throw unsent({ kind: 'notFound', detail: null });
  const { gpu, cloud, gpuCount, dataCenter } = offer;
  const isTemplate = image?.startsWith(TEMPLATE) === true;
  if (image === null && !isNvidia(gpu))
    throw unsent({ kind: 'invalid', detail: 'Choose an image: the usual one is for NVIDIA.' });
  return {
    name: markedName(order.name, mark, 'gpu-tray', MAX_NAME),
    gpu: { id: gpu, count: gpuCount },
    cloud: cloud.toUpperCase(),
    ...(dataCenter !== null && { dataCenterIds: [dataCenter] }),
    ...(isTemplate ? { templateId: image.slice(TEMPLATE.length) } : { image: image ?? IMAGE }),
    ...(isTemplate && diskGb === null ? {} : { disk: diskGb ?? DISK.usual }),
    ports: [...new Set([...ports, SSH_PORT])],
    startSsh: true,
    // For the pod alone: the keys of the account stay as they are.
    ...(login.method === 'publicKey' && { env: { PUBLIC_KEY: login.publicKey } }),
  };
}

export function createRenting({ read, write }: Pick<ProviderPorts, 'read' | 'write'>): Renting {
  const templates = async (signal?: AbortSignal) =>
    readRecord(templatesSchema, await read({ path: '/v2/templates', signal }), ['templates']);

  /** Ports of an order replace those of its template. */
  async function portsOf(image: string | null): Promise<readonly string[]> {
    if (image?.startsWith(TEMPLATE) !== true) return [];
    const vmId = image.slice(TEMPLATE.length);
    return readRecord(portsSchema, await read({ path: '/v2/templates/{vm_id}', vmId }), ['ports']);
  }

  const create = named(async (body: ReturnType<typeof bodyOf>): Promise<OrderAnswer> => {
    const request = { method: 'POST', path: '/v2/pods', body, createdIn: () => null } as const;
    const { json, endpoint } = await write(request).catch(asOrderProblem);
    const vmId = pathId(fields(json)['id']) ?? incompatible(endpoint, describeForm(json));
    return { kind: 'created', vmId, vm: podSchema.safeParse(json).data ?? null };
  });

  return {
    choices: named(async ({ offer, tier }: GpuOffer, signal?: AbortSignal) => {
      const usual = isNvidia(offer) ? [{ id: IMAGE, name: 'PyTorch 2.8, CUDA 12.8' }] : [];
      // A key may lack the permission for them.
      const own = await templates(signal).catch(orNull(signal));
      return {
        ...USUAL_CHOICES,
        images: [...usual, ...(own ?? [])],
        defaultImage: usual[0]?.id ?? null,
        disk: DISK,
        keys: null,
        notes: [
          'Stopping or destroying it erases the disk.',
          'RunPod requires credit for at least one hour.',
          ...(tier === 'community'
            ? [
                'It may lack a public IP. SSH is then a shell through RunPod’s proxy, without file copies.',
              ]
            : []),
        ],
      };
    }),
    quote: named((offer, diskGb, signal) =>
      readQuote({ read }, offer, diskGb ?? DISK.usual, signal),
    ),
    async send(order, mark) {
      const body = bodyOf(order, mark, await named(portsOf)(order.image));
      return create(body).catch((error) =>
        answerOfError(error, ({ status }) => REFUSALS.includes(status)),
      );
    },
  };
}
