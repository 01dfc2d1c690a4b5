import { readdir, readFile } from 'node:fs/promises';
import { childrenOf } from './process-tree.ts';

/**
 * CPU time in milliseconds that a process and its children have used, or undefined when unavailable (only Linux
 * provides it). On a busy machine it is more reliable than elapsed time.
 */
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

/** CPU time in milliseconds of several processes and their children, or undefined when unavailable. */
export async function cpuOfTrees(pids: readonly number[]): Promise<number | undefined> {
  let sum = 0;
  for (const pid of pids) {
    const used = await cpuOfTree(pid);
    if (used === undefined) return undefined;
    sum += used;
  }
  return sum;
}
