import { readFile } from 'node:fs/promises';

/** Ids of the processes that this process started and that still run. Throws where unavailable (only Linux provides them). */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map(Number);
}
