export { addressText, type MetricsAddress, parseMetricsAddress } from './address.ts';
export { metricsText } from './metrics.ts';
export { serveMetrics } from './serve-metrics.ts';
