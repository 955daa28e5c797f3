import { z } from 'zod';
import type { Vm } from '../../../shared/domain/index.ts';
import { count, flag, gpuType, money, pathId, percent, record, text } from './read.ts';

/** A VM record (`docs/service.md`). Only the id and the status are required. */
export const vmSchema: z.ZodType<Vm> = record(
  {
    id: pathId,
    vmid: count,
    userId: count,
    node: text,
    label: text,
    gpuType,
    gpuCount: count,
    storageGb: count,
    ramGb: count,
    cpuCores: count,
    ipAddress: text,
    status: z.string().min(1).max(100),
    createdAt: text,
    startedAt: text,
    stoppedAt: text,
    rentalType: text,
    reservationId: text,
    autoRestart: flag,
    hourlyRate: money,
    gpuHourlyRate: money,
    storageHourlyRate: money,
    cpuPercent: percent,
    ramPercent: percent,
    cpuModel: text,
    pcieGen: text,
  },
  { label: 'instance_label' },
);
