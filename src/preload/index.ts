import { contextBridge, ipcRenderer } from 'electron';
import type { RequestName } from '../shared/ipc/contract.ts';
import { createBridge } from './bridge.ts';

/** The keys of the contract, inserted by the bundler. */
declare const REQUEST_NAMES: readonly RequestName[];

const { requests, watch } = createBridge(ipcRenderer, REQUEST_NAMES);
contextBridge.exposeInMainWorld('gpuTray', { ...requests, watch });
