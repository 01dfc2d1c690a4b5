import { randomBytes } from 'node:crypto';
import { CODE_FILE_LABELS, type CodeFileKind } from '@portal/domain/code-files/kinds';
import type { CodeRow, PairRow } from '@portal/domain/code-files/rows';
import type { TestPortal } from './harness.ts';

interface LoadedFile {
  readonly kind: CodeFileKind;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to?: string;
  readonly state?: 'Draft' | 'Loaded' | 'Undone';
  readonly rows?: readonly (Partial<CodeRow> & Pick<CodeRow, 'code' | 'facts'>)[];
  readonly pairs?: readonly (Partial<PairRow> & Pick<PairRow, 'column1' | 'column2'>)[];
}

/** Puts an official file with these rows into the database, as if it had been imported. Returns its id. */
export async function loadedCodeFile(
  { owner }: TestPortal,
  { kind, from, to, state = 'Loaded', rows = [], pairs = [] }: LoadedFile,
): Promise<string> {
  const { rows: files } = await owner.query<{ id: string; file_no: number }>(
    `insert into code_files (kind, title, file_name, file_hash, byte_size, edition_from, edition_to, state, uploaded_at, loaded_at)
     values ($1, $2, 'test.txt', $3, 1, $4, $5, $6, now(), now()) returning id, file_no`,
    [kind, `CMS, ${CODE_FILE_LABELS[kind]}`, randomBytes(32), from, to ?? null, state],
  );
  const { id = '', file_no: fileNo } = files[0] ?? {};
  for (const { code, part = '', validFrom = null, validTo = null, facts } of rows)
    await owner.query(
      'insert into code_file_codes (file_no, code, part, valid_from, valid_to, facts) values ($1, $2, $3, $4, $5, $6)',
      [fileNo, code, part, validFrom, validTo, facts],
    );
  for (const {
    column1,
    column2,
    validFrom = '2020-01-01',
    validTo = null,
    indicator = 1,
    rationale = 'Misuse of codes',
  } of pairs)
    await owner.query(
      `with reason as (
         insert into code_file_rationales (text) values ($7)
         on conflict (text) do update set text = excluded.text returning rationale
       )
       insert into code_file_pairs (file_no, column1, column2, valid_from, valid_to, indicator, rationale)
       select $1, $2, $3, $4, $5, $6, rationale from reason`,
      [fileNo, column1, column2, validFrom, validTo, indicator, rationale],
    );
  return id;
}
