import { clampPage } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, sortMatches, type IdPage } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';
import { codeConditions, type CodePage, type CodePageRequest } from './code-filter-repo.ts';
import { findCodes } from './code-repo.ts';

/** Matches that are counted and can be paged. Users refine the search instead of paging further. */
const SEARCH_LIMIT = 1_000;

const BY_CODE = [
  { column: 'code_type', descending: false },
  { column: 'code', descending: false },
] as const;

/**
 * Reads a page of codes by type and code. In a search, codes that start with the first word come first, then descriptions with
 * the phrase, then those that are used most, then descriptions that begin with the phrase.
 */
export async function readCodePage(db: Db, request: CodePageRequest): Promise<CodePage> {
  const { ids, ...total } = await readIds(db, request);
  return { rows: await findCodes(db, ids), ...total };
}

async function readIds(db: Db, request: CodePageRequest): Promise<IdPage> {
  const { codeType, isActive, isBillable, words, phrases } = request;
  const from = sql`billing_codes where ${codeConditions(request)}`;
  if (words === null) {
    const total = await countRows(db, 'billing_codes', {
      code_type: codeType ?? undefined,
      is_active: isActive ?? undefined,
      is_billable: isBillable ?? undefined,
    });
    return readListPage(db, { parts: [from], order: BY_CODE }, request, total);
  }
  const [first] = words;
  if (first === undefined) return { ids: [], totalCount: 0, totalCountIsApproximate: false };
  const text = sql`' ' || replace(lower(description collate "C"), ',', '')`;
  const hasPhrase = phrases.map((phrase) => sql`strpos(${text}, ${` ${phrase}`})`);
  const nowhere = sql.lit(0);
  return sortMatches(
    db,
    {
      order: [
        { column: 'starts_with_word', descending: true },
        { column: 'has_phrase', descending: true },
        { column: 'uses', descending: true },
        { column: 'begins_with_phrase', descending: true },
        ...BY_CODE,
      ],
      matches: sql`
        select id, code_type, code, starts_with(replace(code, '.', ''), ${first.text.toUpperCase()}) as starts_with_word,
          greatest(${sql.join([nowhere, ...hasPhrase])}) > 0 as has_phrase,
          1 in (${sql.join([nowhere, ...hasPhrase])}) as begins_with_phrase,
          coalesce((select uses from billing_code_uses where billing_code_id = billing_codes.id), 0) as uses
        from ${from}`,
      limit: SEARCH_LIMIT,
    },
    clampPage(request),
  );
}
