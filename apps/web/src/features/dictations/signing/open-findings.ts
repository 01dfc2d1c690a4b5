import { MAX_OFFICIAL_CODES, officialCodes } from '@portal/contract/code-check';
import { dictationReportHeader } from '@portal/contract/dictation-print';
import {
  checkedCodes,
  dayLines,
  signingCheckList,
  type CheckedCode,
  type CheckFinding,
} from '@portal/contract/signing-checks';
import { catalogCode } from '@portal/domain/billing-code';
import { defaultCodeTraits, type CodeTraits } from '@portal/domain/billing-code-traits';
import { NO_FILES, type Official } from '@portal/domain/code-files/official';
import { isDateOnly } from '@portal/domain/date';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { headerMessages } from '@portal/domain/dictation/left-over-tags';
import {
  actionOf,
  findingsOf,
  NO_LIMITS,
  type CheckedDictation,
  type CheckedLine,
  type OtherLine,
} from '@portal/domain/dictation/signing-checks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import type { CodeLine } from '../codes/code-lines.ts';
import { usePayerLimits } from './use-payer-limits.ts';

/** A dictation on the screen. `traits` are those of the codes that its rules suggest, by code. */
export interface OpenDictation extends Omit<
  CheckedDictation,
  'lines' | 'otherLines' | 'official' | 'payerLimits' | 'today' | 'headerMessages'
> {
  /** Null for a new dictation. */
  readonly dictationId: string | null;
  /** '' while none is selected. */
  readonly patientId: string;
  readonly locationId: string;
  readonly lines: readonly CodeLine[];
  readonly traits: ReadonlyMap<string, CodeTraits>;
}

const FRESH = { staleTime: 60_000 } as const;

/**
 * Checks the dictation on the screen before it is signed; null before it is known. What the catalog, the loaded code files, and the
 * patient's other dictations say is asked when it is needed; until then, and if it cannot be loaded, only what the screen knows is checked.
 */
export function useOpenFindings(dictation: OpenDictation | null): readonly CheckFinding[] {
  const { data: settings } = useEndpointQuery(
    signingCheckList,
    {},
    { ...FRESH, enabled: dictation !== null },
  );
  const { data: practice } = usePractice();
  const locationId = dictation?.locationId ?? '';
  const { data: header } = useEndpointQuery(
    dictationReportHeader,
    { params: { id: locationId } },
    { ...FRESH, enabled: locationId !== '' },
  );
  const known = useCheckedCodes(dictation?.lines ?? []);
  const { data: otherLines } = useDayLines(dictation);
  const official = useOfficial(dictation, otherLines ?? NONE);
  const payerLimits = usePayerLimits(dictation);
  const today = practice?.today ?? null;
  const found = useMemo(() => {
    if (dictation === null) return [];
    const actions = new Map(settings?.map(({ check, action }) => [check, action]));
    return findingsOf({
      ...dictation,
      lines: dictation.lines.map((line) => checkedLine(line, dictation, known)),
      otherLines: otherLines ?? NONE,
      official,
      payerLimits: payerLimits ?? NO_LIMITS,
      today,
      headerMessages: header === undefined ? [] : headerMessages(header),
    }).map((finding): CheckFinding => ({ ...finding, action: actionOf(finding.check, actions) }));
  }, [dictation, settings, header, known, otherLines, official, payerLimits, today]);
  return useSame(found);
}

function checkedLine(
  line: CodeLine,
  { lines, traits }: OpenDictation,
  known: ReadonlyMap<string, CheckedCode>,
): CheckedLine {
  const ofCatalog = known.get(keyOf(line));
  const ofRules = traits.get(line.code);
  const pointers = { diagnosisPointers: pointersOf(line, line.diagnosisPointers, lines) };
  if (ofCatalog !== undefined) return { ...ofCatalog, ...line, ...pointers };
  if (ofRules !== undefined) return { ...ofRules, catalog: null, ...line, ...pointers };
  const guessed = defaultCodeTraits(line.codeType, line.code, false);
  return { ...guessed, bilateralIndicator: null, catalog: null, ...line, ...pointers };
}

const keyOf = ({ code, codeType }: { readonly code: string; readonly codeType: string }): string =>
  `${codeType} ${code}`;

/** What the catalog says about the codes of the lines, as far as it is loaded. */
function useCheckedCodes(lines: readonly CodeLine[]): ReadonlyMap<string, CheckedCode> {
  const keys = [...new Set(lines.map(keyOf))].toSorted();
  const codes = keys.map((key) => {
    const [codeType = '', ...code] = key.split(' ');
    return { codeType: codeType === 'ICD10' ? ('ICD10' as const) : ('CPT' as const), code: code.join(' ') };
  });
  const { data } = useEndpointQuery(
    checkedCodes,
    { body: { codes } },
    { ...FRESH, enabled: codes.length > 0, placeholderData: keepPreviousData },
  );
  return useMemo(() => new Map(data?.map((each) => [keyOf(each), each])), [data]);
}

/** The procedure lines of the patient's other dictations of the day. */
function useDayLines(dictation: OpenDictation | null) {
  const { patientId = '', procedureDate = '', dictationId = null } = dictation ?? {};
  return useEndpointQuery(
    dayLines,
    { body: { patientId, procedureDate, dictationId } },
    { ...FRESH, enabled: patientId !== '' && isDateOnly(procedureDate) },
  );
}

const NONE: readonly OtherLine[] = [];

/** What the loaded code files say on the procedure date about the codes of the lines and of the day's other lines. */
function useOfficial(dictation: OpenDictation | null, otherLines: readonly OtherLine[]): Official {
  const { lines = [], procedureDate = '' } = dictation ?? {};
  const own = lines.map(({ codeType, code }) => catalogCode(codeType, code));
  const all = new Set([...own, ...otherLines.map(({ code }) => code)]);
  const codes = [...all].slice(0, MAX_OFFICIAL_CODES).toSorted();
  const { data } = useEndpointQuery(
    officialCodes,
    { body: { date: procedureDate, codes } },
    {
      ...FRESH,
      enabled: own.length > 0 && isDateOnly(procedureDate),
      placeholderData: keepPreviousData,
    },
  );
  return data ?? NO_FILES;
}

/** Keeps the same findings while they say the same, because most keystrokes change none. */
function useSame(found: readonly CheckFinding[]): readonly CheckFinding[] {
  const [kept, setKept] = useState(found);
  if (kept === found || JSON.stringify(kept) === JSON.stringify(found)) return kept;
  setKept(found);
  return found;
}
