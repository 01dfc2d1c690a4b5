import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** The metrics of one process, as data that can be sent to another one. */
export type CollectedMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/**
 * The metrics of all processes in Prometheus' text format. Each series gets the label `process`: when a worker is
 * restarted, only its own counters begin at 0 again, which Prometheus understands. Sums over it are the whole portal's.
 */
export function renderMetrics(processes: ReadonlyMap<string, CollectedMetrics>): Promise<string> {
  const labeled = [...processes].map(([process, metrics]) =>
    metrics.map((metric) => ({
      ...metric,
      // No two processes have the same series.
      aggregator: 'first',
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  );
  return AggregatorRegistry.aggregate(labeled).metrics();
}
