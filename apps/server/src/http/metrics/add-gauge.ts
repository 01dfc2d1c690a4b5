import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** Creates a gauge in the registry. */
export function addGauge<Label extends string>(
  registry: Registry,
  configuration: GaugeConfiguration<Label>,
): Gauge<Label> {
  return new Gauge({ ...configuration, registers: [registry] });
}
