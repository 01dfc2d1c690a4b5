import { readFile } from 'node:fs/promises';
import { childrenOf } from './process-tree.ts';

/** Resident memory of a process in MB, or undefined when unavailable (only Linux provides it). */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
}

/** Samples the resident memory of a process during some work. Returns its maximum in MB, and the result of the work. */
export async function maximumMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly maximum: number | undefined; readonly result: T }> {
  let maximum: number | undefined;
  const sample = async () => {
    const memory = await residentMemory(pid);
    if (memory !== undefined) maximum = Math.max(memory, maximum ?? 0);
  };
  const timer = setInterval(() => void sample(), 100);
  try {
    const result = await work();
    await sample();
    return { maximum, result };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Memory in MB of a process and its children, or undefined when unavailable (only Linux provides it). Pages that several of them
 * share count once.
 */
export async function memoryOfTree(pid: number): Promise<number | undefined> {
  try {
    const sizes = await Promise.all([pid, ...(await childrenOf(pid))].map(proportionalMemory));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return undefined;
  }
}

/** Memory in MB, with a shared page divided by the number of processes that share it. 0 if the process has ended. */
async function proportionalMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024) / 1e6;
}
