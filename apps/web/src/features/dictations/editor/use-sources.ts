import { dictationTemplateSources } from '@portal/contract/templates';
import { isDateOnly } from '@portal/domain/date';
import { fieldsOf } from '@portal/domain/template/content';
import { orderDefaults } from '@portal/domain/template/order-values';
import { factValues, pickSources, type NoteFacts } from '@portal/domain/template/source-values';
import { sourcesIn, type SourceName } from '@portal/domain/template/sources';
import { usedSources, valueSources } from '@portal/domain/template/used-sources';
import { operandText, type FieldValues } from '@portal/domain/template/value';
import { useMemo, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { EditorStart, ProcedureDetails } from '../start/editor-start.ts';

/** What the template and its billing rules read of the record. */
export interface EditorSources {
  /** By name. */
  readonly values: FieldValues;
  readonly state: 'known' | 'loading' | 'failed';
  /** What fields named after a part of the order start with. */
  readonly ofOrder: FieldValues;
  /** What could not be read, in words; empty unless it failed. */
  readonly missing: readonly string[];
  readonly retry: () => void;
  /** Where the values of fields come from that are made from sources, by field ID; empty for a stored note. */
  readonly origins: Readonly<Record<string, string>>;
}

const NONE: FieldValues = {};
const NO_ORIGINS: EditorSources['origins'] = {};
/** A stored note keeps its values until one of these changes. */
const DECIDING = ['patientId', 'providerId', 'locationId', 'procedureLocation', 'procedureDate'] as const;

/** Reads the values of sources: those of a stored note as they are stored, else those that are known now. */
export function useSources(start: EditorStart, details: ProcedureDetails, facts: NoteFacts): EditorSources {
  const { content, rules, dictation, order } = start;
  const names = useMemo(() => usedSources(content, rules), [content, rules]);
  const stored = useMemo(() => (dictation === null ? NONE : sourcesIn(dictation.formData)), [dictation]);
  const isStored = dictation !== null && DECIDING.every((key) => details[key] === dictation[key]);
  const read = useRecordSources(start, details, isStored ? [] : names);
  const { patientId } = details;
  // While the values for another day are loading, those of the same patient stay.
  const [held, setHeld] = useState({ patientId: dictation?.patientId ?? '', values: stored });
  if (read.values !== undefined && (held.values !== read.values || held.patientId !== patientId))
    setHeld({ patientId, values: read.values });
  const found = read.values ?? (held.patientId === patientId ? held.values : NONE);
  // Another patient's note does not belong to the order.
  const known = order?.patientId === patientId ? order.values : NONE;
  const values = useMemo(
    () => (isStored ? stored : { ...found, ...pickSources(names, { ...factValues(facts), ...known }) }),
    [isStored, stored, found, names, facts, known],
  );
  const ofOrder = useMemo(() => orderDefaults(content, known), [content, known]);
  const origins = useMemo(
    () => ({
      ...(isStored || names.length === 0 ? NO_ORIGINS : originsOf(start, values)),
      ...Object.fromEntries(Object.keys(ofOrder).map((id) => [id, 'From the order'])),
    }),
    [isStored, names, start, values, ofOrder],
  );
  return { values, ofOrder, origins, state: read.state, missing: read.missing, retry: read.retry };
}

/** What the editor does not know without asking, in words. */
const ASKED: readonly (readonly [start: string, words: string])[] = [
  ['patient.alerts', 'the patient’s alerts'],
  ['location.isSurgeryCenter', 'whether the location is a surgery center'],
  ['earlier.', 'the last signed note'],
  ['pills.', 'the last pill count'],
  ['order.', 'the order'],
];

function useRecordSources(
  { target, dictation }: EditorStart,
  { patientId, providerId, locationId, procedureDate }: ProcedureDetails,
  names: readonly SourceName[],
) {
  const orderId = dictation?.patientId === patientId ? dictation.orderId : null;
  const asked = ASKED.filter(
    // A new note knows its order.
    ([begin]) => names.some((name) => name.startsWith(begin)) && (begin !== 'order.' || orderId !== null),
  );
  const isOfPatient = patientId !== '' && isDateOnly(procedureDate);
  const enabled = asked.some(([begin]) => (begin.startsWith('location.') ? locationId !== '' : isOfPatient));
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    dictationTemplateSources,
    {
      params: { id: target.templateId },
      query: {
        ...(patientId !== '' && { patientId }),
        ...(providerId !== '' && { providerId }),
        ...(locationId !== '' && { locationId }),
        ...(isDateOnly(procedureDate) && { procedureDate }),
        ...(dictation !== null && { dictationId: dictation.id }),
        ...(orderId !== null && { orderId }),
      },
    },
    // A note keeps what it began with as long as it is open.
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
  const isFailed = enabled && isError && !isFetching;
  const state: EditorSources['state'] = isFailed
    ? 'failed'
    : enabled && data === undefined
      ? 'loading'
      : 'known';
  return {
    values: enabled ? data?.values : undefined,
    state,
    missing: isFailed ? asked.map(([, words]) => words) : [],
    retry: () => void refetch(),
  };
}

/** Says of each field whose value is made from sources that are known where it comes from. */
function originsOf(
  { content, providerDefaults }: EditorStart,
  values: FieldValues,
): EditorSources['origins'] {
  const dayOf = (name: SourceName) => operandText(values[name]);
  return Object.fromEntries(
    fieldsOf(content).flatMap((field) => {
      const names = valueSources(field).filter((name) => Object.hasOwn(values, name));
      const isFrom = (begin: string) => names.some((name) => name.startsWith(begin));
      if (names.length === 0 || Object.hasOwn(providerDefaults, field.id)) return [];
      if (isFrom('earlier.')) return [[field.id, `From the last note, ${dayOf('earlier.date')}`]];
      if (isFrom('pills.')) return [[field.id, `From the last pill count, ${dayOf('pills.date')}`]];
      return [[field.id, isFrom('order.') ? 'From the order' : 'From the record']];
    }),
  );
}
