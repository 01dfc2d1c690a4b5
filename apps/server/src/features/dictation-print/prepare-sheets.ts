import type { Dictation } from '@portal/contract/dictations';
import type { Letterhead } from '@portal/contract/signed-print';
import { dateIn } from '@portal/domain/date';
import { headerValues, printedStored } from '@portal/domain/dictation/print';
import { fillHeader } from '@portal/domain/report-header';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { currentLetterhead } from '#features/dictations/index.ts';
import type { DictationSheet } from './dictation-pdf.ts';
import { findTitles } from './print-repo.ts';

/** Prepares dictations for print. A signed one has the letterhead that was stored with the signature, others their location's. */
export async function prepareSheets(
  context: SignedInContext,
  dictations: readonly Dictation[],
): Promise<DictationSheet[]> {
  const { db } = context.deps;
  const open = dictations.filter(({ printed }) => (printed?.letterhead ?? null) === null);
  const letterheads = new Map<string, Letterhead>();
  for (const locationId of new Set(open.map((dictation) => dictation.locationId)))
    letterheads.set(locationId, await currentLetterhead(context, db, locationId));
  const titles = await findTitles(db, [...new Set(open.map(({ providerId }) => providerId))]);
  return mapInTurns(dictations, (dictation) =>
    sheetOf(context, dictation, {
      letterhead: dictation.printed?.letterhead ?? letterheads.get(dictation.locationId),
      providerTitle: titles.get(dictation.providerId) ?? null,
    }),
  );
}

function sheetOf(
  { deps, now }: SignedInContext,
  dictation: Dictation,
  {
    letterhead,
    providerTitle,
  }: { readonly letterhead: Letterhead | undefined; readonly providerTitle: string | null },
): DictationSheet {
  const { practice } = deps.config;
  const { timeZone } = letterhead ?? practice;
  const values = headerValues(letterhead?.values ?? {}, {
    providerName: dictation.providerName,
    // A signature keeps the title from the time of signing.
    providerTitle: dictation.signature === null ? providerTitle : dictation.signature.title,
    dictationDate: dateIn(timeZone, dictation.createdAt),
    today: dateIn(timeZone, dictation.printed?.takenAt ?? now),
  });
  return {
    printed: printedStored(dictation, practice),
    headerHTML: fillHeader(letterhead?.headerHTML ?? '', values),
    footerHTML: fillHeader(letterhead?.footerHTML ?? '', values),
    logo: letterhead?.logo ?? null,
  };
}
