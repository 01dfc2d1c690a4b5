import { dictationReportHeader } from '@portal/contract/dictation-print';
import { signingCheckList } from '@portal/contract/signing-checks';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { CodeTraits } from '@portal/domain/billing-code-traits';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { headerMessages } from '@portal/domain/dictation/left-over-tags';
import { actionOf, findingsOf } from '@portal/domain/dictation/signing-checks';
import type { CheckedDictation } from '@portal/domain/dictation/signing-checks';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { CodeLine } from '../codes/code-lines.ts';

/** A dictation on the screen. `traits` are those of the codes that its rules suggest, by code. */
export interface OpenDictation extends Omit<CheckedDictation, 'lines' | 'headerMessages'> {
  readonly locationId: string;
  readonly lines: readonly CodeLine[];
  readonly traits: ReadonlyMap<string, CodeTraits>;
}

/**
 * Checks the dictation on the screen before it is signed; null before it is known. Codes that no rule suggests have the traits of
 * their range; the server checks again with those of the catalog.
 */
export function useOpenFindings(dictation: OpenDictation | null): readonly CheckFinding[] {
  const { data: settings } = useEndpointQuery(signingCheckList, {}, { staleTime: 60_000 });
  const locationId = dictation?.locationId ?? '';
  const { data: header } = useEndpointQuery(
    dictationReportHeader,
    { params: { id: locationId } },
    { staleTime: 60_000, enabled: locationId !== '' },
  );
  return useMemo(() => {
    if (dictation === null) return [];
    const actions = new Map(settings?.map(({ check, action }) => [check, action]));
    const { traits, lines } = dictation;
    const checked = lines.map((line) => ({
      ...line,
      diagnosisPointers: pointersOf(line, line.diagnosisPointers, lines),
      ...(traits.get(line.code) ?? defaultCodeTraits(line.codeType, line.code, false)),
    }));
    return findingsOf({
      ...dictation,
      lines: checked,
      headerMessages: header === undefined ? [] : headerMessages(header),
    }).map((finding) => ({ ...finding, action: actionOf(finding.check, actions) }));
  }, [dictation, settings, header]);
}
