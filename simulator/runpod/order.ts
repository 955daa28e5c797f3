import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { type CloudOrder, canPay, rentAt } from '../service/renting.ts';
import type { Account, Vm } from '../world/index.ts';
import { cloudSchema, placeOf } from './catalog.ts';
import { SECRETS } from './pod.ts';

const mountsSchema = z.object({
  persistent: z.object({ size: z.int(), path: z.string() }).optional(),
});
type Mounts = z.output<typeof mountsSchema>;

/** The read part of schema CreatePodRequest, of a GPU pod. */
const bodySchema = z.object({
  name: z.string(),
  gpu: z.object({ id: z.string(), count: z.int().default(1) }),
  cloud: cloudSchema,
  dataCenterIds: z.array(z.string()).default([]),
  image: z.string().optional(),
  templateId: z.string().optional(),
  disk: z.int().optional(),
  ports: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).default({}),
  mounts: mountsSchema.optional(),
  startSsh: z.boolean().default(false),
});

/** Schema Template. Their contents are made up; the last one is for serverless. */
const template = (id: string, name: string, mounts: Mounts, serverless = false) => ({
  id,
  name,
  image: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404',
  disk: 50,
  mounts,
  ports: ['8888/http'],
  env: { HF_TOKEN: SECRETS.env },
  serverless,
  startSsh: true,
});

export const TEMPLATES = [
  template('9x4m2p7v', 'Training', { persistent: { size: 20, path: '/workspace' } }),
  template('7h3k1m5q', 'ComfyUI', {}),
  template('5w2s8d4f', 'vLLM workers', {}, true),
];

export function templateById(id: string) {
  const found = TEMPLATES.find((each) => each.id === id);
  if (!found) throw new ServiceError(404, 'template not found');
  return found;
}

/** The text that RunPod has for it; a broken rule is a 400 as well. */
const NO_MACHINE =
  'There are no longer any instances available with the requested specifications. Please refresh and try again.';

/** @throws 400, 402, 404 or 422 */
export function createPod(request: FastifyRequest, account: Account, parts: ServiceParts): Vm {
  const body = bodySchema.parse(request.body);
  const { name, gpu, cloud, dataCenterIds, templateId, env, startSsh } = body;
  const base = templateId === undefined ? null : templateById(templateId);
  if (base?.serverless) throw new ServiceError(422, 'templateId is of serverless');
  const { image = base?.image, disk = base?.disk ?? 20, ports = base?.ports ?? [] } = body;
  if (image === undefined) throw new ServiceError(422, 'image is required without a templateId');
  const { orders } = parts.behavior.current();
  const place = placeOf(parts.world, { gpu: gpu.id, count: gpu.count, cloud, dataCenterIds });
  if (place === null || orders === 'refused') throw new ServiceError(400, NO_MACHINE);
  const mounts: Mounts = body.mounts ?? base?.mounts ?? {};
  // Without a key, RunPod starts no SSH, and this is no error.
  const { PUBLIC_KEY, ...others } = env;
  const hasKey = startSsh && Boolean(PUBLIC_KEY) && orders !== 'keyless';
  const order: CloudOrder = {
    label: name,
    perHour: place.perGpu * gpu.count,
    diskGb: mounts.persistent?.size ?? disk,
    isKeyless: !hasKey,
    overlay: {
      image,
      disk,
      ports,
      gpu,
      cloud: cloud.toUpperCase(),
      mounts,
      dataCenterId: place.dataCenterId,
      env: { HF_TOKEN: SECRETS.env, ...others, ...(hasKey && { PUBLIC_KEY }) },
    },
  };
  if (!canPay(parts, account, order)) throw new ServiceError(402, 'insufficient balance');
  return rentAt(parts, account, order);
}
