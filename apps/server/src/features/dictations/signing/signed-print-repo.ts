import { createHash } from 'node:crypto';
import type { Letterhead, SignedPrint } from '@portal/contract/signed-print';
import { canonicalJson } from '#audit/chain.ts';
import type { Db } from '#db/database.ts';
import type { DictationRecord } from '../dictation-repo.ts';

/** Stores what a dictation prints, before it is signed in the same transaction. */
export async function insertSignedPrint(
  db: Db,
  row: DictationRecord,
  { letterhead, report }: { readonly letterhead: Letterhead; readonly report: SignedPrint['report'] },
  now: Date,
): Promise<void> {
  const digest = createHash('sha256').update(canonicalJson(letterhead)).digest();
  await db
    .with('letterhead', (query) =>
      query
        .insertInto('letterheads')
        .values({ digest, content: JSON.stringify(letterhead) })
        .onConflict((conflict) => conflict.column('digest').doNothing()),
    )
    .insertInto('signed_prints')
    .values({
      dictation_id: row.id,
      template_name: row.template_name,
      patient_first_name: row.patient_first_name,
      patient_last_name: row.patient_last_name,
      medical_record_number: row.medical_record_number,
      date_of_birth: row.date_of_birth,
      gender: row.gender,
      provider_first_name: row.provider_first_name,
      provider_last_name: row.provider_last_name,
      writer_first_name: row.writer_first_name,
      writer_last_name: row.writer_last_name,
      letterhead: digest,
      report: JSON.stringify(report),
      taken_at: now,
    })
    .execute();
}

/** The number of signed dictations that have nothing stored of what they print. */
export async function countWithoutPrint(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('dictations as d')
    .leftJoin('signed_prints as s', 's.dictation_id', 'd.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('d.status', '=', 'Signed')
    .where('s.dictation_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists signed dictations: the newest ones, or those after an id, in the order of their ids. */
export async function listSignedIds(
  db: Db,
  which: { readonly newest: number } | { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const signed = db.selectFrom('dictations').select('id').where('status', '=', 'Signed');
  const rows =
    'newest' in which
      ? await signed.orderBy('signed_at', 'desc').orderBy('id').limit(which.newest).execute()
      : await signed
          .$if(which.after !== undefined, (query) => query.where('id', '>', which.after ?? ''))
          .orderBy('id')
          .limit(which.limit)
          .execute();
  return rows.map(({ id }) => id);
}
