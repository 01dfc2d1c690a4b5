import type { BodyOf } from '@portal/contract/endpoint';
import type { ListOutcome } from '@portal/contract/list-import';
import { officeImport, officeImportPreview, type OfficeImportRow } from '@portal/contract/office-imports';
import { officeBody, type officeCreate } from '@portal/contract/offices';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { requireState } from '#request/state-setting.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { findTakenNames } from './office-repo.ts';
import { createOffice, NAME_TAKEN } from './office-service.ts';

/** `office` is null if the row is skipped. */
interface CheckedRow extends ListOutcome {
  readonly office: BodyOf<typeof officeCreate> | null;
}

/** Checks each row of a list of new offices with the rules of adding one, without changing anything. */
export const previewOfficeImport = operation(officeImportPreview, async (context, { body: rows }) => ({
  rows: outcomesOf(await checkRows(context, context.deps.db, rows)),
}));

/**
 * Creates the offices of a list in one transaction, each like one that is added by hand. Rows that cannot be created are skipped and
 * reported. Throws VALIDATION if there is no other row.
 */
export const importOffices = operation(officeImport, async (context, { body: rows }) => {
  return inTransaction(context, async (tx) => {
    const checked = await checkRows(context, tx.db, rows);
    const offices = checked.flatMap(({ office }) => office ?? []);
    if (offices.length === 0)
      throw new AppError('VALIDATION', { message: 'No row of the list can be imported' });
    for (const office of offices) await createOffice(context, office);
    return { rows: outcomesOf(checked), created: offices.length };
  });
});

const outcomesOf = (checked: readonly CheckedRow[]): ListOutcome[] =>
  checked.map(({ index, messages, notes }) => ({ index, messages, notes }));

async function checkRows(
  context: SignedInContext,
  db: Db,
  rows: readonly OfficeImportRow[],
): Promise<CheckedRow[]> {
  const names = rows.map(({ name }) => name?.trim() ?? '');
  const taken = new Set(await findTakenNames(db, names));
  const seen = new Set<string>();
  return rows.map((row, index) => {
    const isSurgeryCenter = readFlag(row.isSurgeryCenter ?? '');
    const parsed = officeBody.safeParse({ ...row, isSurgeryCenter: isSurgeryCenter ?? false });
    const messages = (parsed.error?.issues ?? []).map(({ message }) => message);
    if (isSurgeryCenter === null) messages.push('Surgery center must be yes or no');
    if (parsed.success) messages.push(...problemsOf(context, parsed.data, taken, seen));
    return { index, messages, notes: [], office: messages.length === 0 ? (parsed.data ?? null) : null };
  });
}

function problemsOf(
  context: SignedInContext,
  { name, state }: BodyOf<typeof officeCreate>,
  taken: ReadonlySet<string>,
  seen: Set<string>,
): string[] {
  const key = name.toLowerCase();
  const problems: string[] = [];
  if (taken.has(key)) problems.push(NAME_TAKEN);
  if (seen.has(key)) problems.push('An earlier row has this name');
  seen.add(key);
  try {
    requireState(context, state);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(error.message);
  }
  return problems;
}

/** Blank is no. Null for anything else than yes or no. */
function readFlag(text: string): boolean | null {
  const flag = text.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x'].includes(flag)) return true;
  return ['', 'no', 'n', 'false', '0'].includes(flag) ? false : null;
}
