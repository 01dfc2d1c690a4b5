import { Histogram, type Registry } from 'prom-client';
import type { ReadRecorder } from '#audit/read-recorder.ts';
import { addGauge } from './add-gauge.ts';

/** Adds the work of recording reads: how many wait, and how many share a commit. */
export function addAuditMetrics(registry: Registry, recorder: ReadRecorder): void {
  const registers = [registry];
  addGauge(registry, {
    name: 'portal_audit_reads_waiting',
    help: 'Reads that wait to be recorded in the audit log before they are answered.',
    collect() {
      this.set(recorder.waitingCount);
    },
  });
  const reads = new Histogram({
    name: 'portal_audit_batch_reads',
    help: 'Reads that were recorded with one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  const seconds = new Histogram({
    name: 'portal_audit_batch_duration_seconds',
    help: 'Time of a commit that records reads in the audit log.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  recorder.observe(async (count, recorded) => {
    const end = seconds.startTimer();
    reads.observe(count);
    const [{ status }] = await Promise.allSettled([recorded]);
    end({ outcome: status === 'fulfilled' ? 'recorded' : 'failed' });
  });
}
