export { metricsText } from './metrics.ts';
export {
  addressText,
  type MetricsAddress,
  parseMetricsAddress,
  serveMetrics,
} from './serve-metrics.ts';
