import { vi } from 'vitest';
import { nodeFetch } from '../http/node-fetch.ts';

vi.stubGlobal('fetch', nodeFetch);
