import { Counter, Gauge, type Registry } from 'prom-client';
import { JOBS, type JobObserver } from '#jobs/maintenance.ts';

/** Adds when each periodic job last ended, how long it took and how often it failed. */
export function observeJobs(registry: Registry): JobObserver {
  // Prometheus itself has a label `job`.
  const options = { labelNames: ['task'], registers: [registry] };
  const successes = new Map<string, number>();
  const lastSuccess = new Gauge({
    name: 'portal_job_last_success_timestamp_seconds',
    help: 'When a periodic job last ended without an error.',
    ...options,
    collect() {
      lastSuccess.reset();
      // A time in the future is from a wrong clock: an alert would wait for it.
      for (const [task, at] of successes) if (at <= Date.now()) lastSuccess.set({ task }, at / 1000);
    },
  });
  const duration = new Gauge({
    name: 'portal_job_last_duration_seconds',
    help: 'Duration of the last run of a periodic job.',
    ...options,
  });
  const runs = new Counter({ name: 'portal_job_runs_total', help: 'Runs of a periodic job.', ...options });
  const failures = new Counter({
    name: 'portal_job_failures_total',
    help: 'Runs of a periodic job that ended with an error.',
    ...options,
  });
  for (const task of JOBS) {
    runs.inc({ task }, 0);
    failures.inc({ task }, 0);
  }
  return async (task, run) => {
    const end = duration.startTimer({ task });
    const [{ status }] = await Promise.allSettled([run]);
    end();
    runs.inc({ task });
    if (status === 'fulfilled') successes.set(task, Date.now());
    else failures.inc({ task });
  };
}
