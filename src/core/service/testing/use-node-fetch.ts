import { vi } from 'vitest';
import { nodeFetch } from '../node-fetch.ts';

vi.stubGlobal('fetch', nodeFetch);
