import type { Db } from '#db/database.ts';

/** Records that a backup is still being written. */
export async function saveHeartbeat(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('backups').set({ heartbeat_at: now }).where('id', '=', id).execute();
}

/** Records the end of a backup, either its size or what went wrong. */
export async function finishBackup(
  db: Db,
  id: string,
  { now, ...result }: { now: Date } & ({ bytes: number } | { problem: string }),
): Promise<void> {
  await db
    .updateTable('backups')
    .set({
      finished_at: now,
      ...('bytes' in result
        ? { outcome: 'good', bytes: String(result.bytes) }
        : { outcome: 'failed', problem: result.problem }),
    })
    .where('id', '=', id)
    .execute();
}

/** Records that a command begins a backup, and returns the row's id. */
export async function beginCommandBackup(
  owner: Db,
  { startedAt, file }: { startedAt: Date; file: string },
): Promise<string> {
  const { id } = await owner
    .insertInto('backups')
    .values({ kind: 'command', started_at: startedAt, heartbeat_at: startedAt, outcome: 'running', file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
