import { setTimeout } from 'node:timers/promises';
import type { HttpClient } from './http.ts';
import { percentile } from './measure.ts';
import { residentMemory } from './memory.ts';
import type { PortalProcess } from './portal-process.ts';

const POLL_MS = 500;

/** Waits for the end of the work on an imported file. Describes speed, memory and the answers that other users got. */
export async function watchWork(
  client: HttpClient,
  portal: PortalProcess,
  { path, id, rows }: { readonly path: string; readonly id: string; readonly rows: number },
): Promise<string> {
  const started = performance.now();
  const memory: number[] = [];
  const times: number[] = [];
  let turn = 0;
  for (;;) {
    const end = performance.now() + POLL_MS;
    while (performance.now() < end) {
      const begun = performance.now();
      turn += 1;
      await client.call({
        method: 'GET',
        path: `/patient?search=${turn % 2 === 0 ? 'smith' : 'mar'}&pageSize=20`,
      });
      times.push(performance.now() - begun);
      await setTimeout(20);
    }
    memory.push((await residentMemory(portal.pid)) ?? 0);
    const { status, rowsDone } = await statusOf(client, path, id);
    if (status.endsWith('ing')) continue;
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const part = (share: number) => Math.round(memory[Math.floor((memory.length - 1) * share)] ?? 0);
    return [
      `${status}, ${rowsDone} rows in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)`,
      `memory ${part(0)}, ${part(0.25)}, ${part(0.5)}, ${part(0.75)}, ${part(1)} MB, at most ${Math.round(Math.max(...memory))} MB`,
      `searches p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, at most ${(times.at(-1) ?? 0).toFixed(0)} ms`,
    ].join('; ');
  }
}

async function statusOf(
  client: HttpClient,
  path: string,
  id: string,
): Promise<{ status: string; rowsDone: number }> {
  const answer: unknown = JSON.parse(await client.call({ method: 'GET', path }));
  const data: unknown = Reflect.get(Object(answer), 'data');
  const found: unknown = Array.isArray(data) ? data.find((each) => Object(each).id === id) : undefined;
  const { status, rowsDone } = Object(found);
  return { status: String(status), rowsDone: Number(rowsDone) };
}
