import { readdir, readFile } from 'node:fs/promises';
import type { Figures } from './measure.ts';
import { childrenOf } from './process-tree.ts';

/** Figures with the CPU time in milliseconds per call of the portal and of the database, undefined when unavailable (only Linux provides it). */
export interface FiguresWithCpu extends Figures {
  readonly nodeCpu: number | undefined;
  readonly databaseCpu: number | undefined;
}

/** Measures a load, and what it costs the processes with their children. On a busy machine, CPU time is more reliable than elapsed time. */
export async function withCpu(
  portalPid: number,
  databasePid: number,
  load: () => Promise<Figures>,
): Promise<FiguresWithCpu> {
  const read = () => Promise.all([portalPid, databasePid].map(cpuOfTree));
  const before = await read();
  const figures = await load();
  const [nodeCpu, databaseCpu] = (await read()).map((after, index) => {
    const start = before[index];
    return after === undefined || start === undefined ? undefined : (after - start) / figures.sent;
  });
  return { ...figures, nodeCpu, databaseCpu };
}

async function cpuOfTree(pid: number): Promise<number | undefined> {
  try {
    const children = await childrenOf(pid);
    const times = await Promise.all([pid, ...children].map((id) => cpuOf(id)));
    return times.reduce((sum, time) => sum + time, 0);
  } catch {
    return undefined;
  }
}

async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(
    // Ignore a thread or process that ends during the measurement.
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}
