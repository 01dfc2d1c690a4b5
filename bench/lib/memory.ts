import { readFile } from 'node:fs/promises';

/** Resident memory of a process in MB, or undefined when unavailable (only Linux provides it). */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
}

/** Samples the resident memory of a process during some work. Returns the maximum, in MB. */
export async function maximumMemory(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  let maximum: number | undefined;
  const sample = async () => {
    const memory = await residentMemory(pid);
    if (memory !== undefined) maximum = Math.max(memory, maximum ?? 0);
  };
  const timer = setInterval(() => void sample(), 100);
  try {
    await work();
    await sample();
  } finally {
    clearInterval(timer);
  }
  return maximum;
}
