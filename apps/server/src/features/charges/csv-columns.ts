import type { AnswerOf } from '@portal/contract/endpoint';
import { chargeCsvColumns, chargeCsvColumnsUpdate } from '@portal/contract/charges';
import { CHARGE_CSV_COLUMNS, DEFAULT_CSV_COLUMNS } from '@portal/domain/charges';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { findCsvColumns, lockCsvColumns, saveCsvColumns } from './csv-columns-repo.ts';

type Setting = AnswerOf<typeof chargeCsvColumns>;

/** Returns the practice's columns of the CSV file. */
export const getCsvColumns = operation(chargeCsvColumns, ({ deps }) => readCsvColumns(deps.db));

/** Reads the practice's columns, the default ones with version 1. Columns that no longer exist are left out. */
export async function readCsvColumns(db: Db): Promise<Setting> {
  const found = await findCsvColumns(db);
  if (found === undefined) return { columns: [...DEFAULT_CSV_COLUMNS], version: 1 };
  const columns = found.columns.flatMap((name) => CHARGE_CSV_COLUMNS.find((column) => column === name) ?? []);
  return { columns, version: found.version };
}

/** Sets the practice's columns of the CSV file. Throws STALE. */
export const setCsvColumns = operation(chargeCsvColumnsUpdate, (context, { body: { columns, version } }) =>
  inTransaction(context, async (tx) => {
    await lockCsvColumns(tx.db);
    const current = await readCsvColumns(tx.db);
    checkVersion(context, version, current);
    const saved = await saveCsvColumns(tx.db, columns, { by: context.user.id, now: context.now });
    tx.audit({
      action: 'Updated',
      entityType: 'Charge',
      entityId: null,
      oldValues: { columns: current.columns },
      newValues: { columns },
    });
    return { columns, version: saved };
  }),
);
