import {
  billingCodeDescriptions,
  billingCodeList,
  billingCodeSearch,
  MAX_BILLING_PAGE_SIZE,
} from '@portal/contract/billing-codes';
import type { AnswerOf } from '@portal/contract/endpoint';
import { catalogCode, fallbackDescription } from '@portal/domain/billing-code';
import { todayIn } from '@portal/domain/date';
import { findOfficial } from '#features/code-files/index.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findDescriptions } from './code-repo.ts';
import { presentCode } from './code-view.ts';
import type { CodePageRequest } from './code-filter-repo.ts';
import { readSearch } from './read-search.ts';
import { readCodePage } from './search-repo.ts';

/** Gets a page of search results. */
export const searchCodes = operation(billingCodeSearch, async (context, { body }) => {
  return readPage(context, {
    codeType: body.codeType,
    isActive: body.isActive,
    isBillable: body.isBillable,
    ...(await readSearch(context.deps.db, body.searchTerm)),
    page: body.pageNumber,
    pageSize: body.pageSize,
    maxPageSize: MAX_BILLING_PAGE_SIZE,
  });
});

/** Gets the first codes of a type, including inactive ones. */
export const getFirstCodes = operation(billingCodeList, (context, { query }) => {
  return readPage(context, {
    codeType: query.codeType ?? null,
    isActive: null,
    isBillable: null,
    words: null,
    phrases: [],
    page: 1,
    pageSize: query.pageSize,
    maxPageSize: MAX_BILLING_PAGE_SIZE,
  });
});

/** Gets the descriptions of codes of a type, keyed by the codes as sent. Unknown codes are omitted. */
export const getDescriptions = operation(billingCodeDescriptions, async (context, { params, body: sent }) => {
  const { type } = params;
  const wanted = [...new Set(sent.map((code) => catalogCode(type, code)))];
  const found = wanted.length === 0 ? [] : await findDescriptions(context.deps.db, type, wanted);
  const known = new Map(found.map(({ code, description }) => [code, description]));
  const pairs = sent.map((code): [string, string | undefined] => [
    code,
    known.get(catalogCode(type, code)) ?? fallbackDescription(type, code),
  ]);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
});

async function readPage(
  context: SignedInContext,
  request: CodePageRequest,
): Promise<AnswerOf<typeof billingCodeSearch>> {
  const { db, config } = context.deps;
  const { rows, ...totals } = await readCodePage(db, request);
  const codes = rows.filter(({ codeType }) => codeType === 'CPT').map(({ code }) => code);
  const day = todayIn(config.practice.timeZone, context.now);
  const [official] = await findOfficial(db, codes.length === 0 ? [] : [{ day, codes }], { hasPairs: false });
  return { items: rows.map((row) => presentCode(row, official)), ...totals };
}
