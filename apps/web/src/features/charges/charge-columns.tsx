import { Box } from '@mui/material';
import { Fragment } from 'react';
import type { ChargeRow } from '@portal/contract/charges';
import { CHARGE_STATUS_LABELS, lineText } from '@portal/domain/charges';
import { formatDateUs } from '@portal/domain/date';
import { diagnosesOf, diagnosisLetter, pointerLetters } from '@portal/domain/dictation/line-details';
import { lastFirst, personName } from '@portal/domain/person-name';
import { isNoShow } from '@portal/domain/template/billing-option';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { nowText } from '#ui/NowCaption.tsx';
import { DeceasedChip, StatusChip } from '#ui/StatusChip.tsx';

type ChargeColumn = Column<ChargeRow, never>;

/** The columns of the charges. The first row of each date shows it in bold. */
export function chargeColumns(rows: readonly ChargeRow[], times: PracticeTimes): readonly ChargeColumn[] {
  const firsts = new Set(
    rows
      .filter(({ procedureDate }, index) => rows[index - 1]?.procedureDate !== procedureDate)
      .map(({ id }) => id),
  );
  return [
    {
      id: 'date',
      header: 'Date',
      kind: 'date',
      fold: { order: 2, into: 'note' },
      render: ({ id, procedureDate }) =>
        firsts.has(id) ? (
          <b>{formatDateUs(procedureDate)}</b>
        ) : (
          <span className="list-secondary">{formatDateUs(procedureDate)}</span>
        ),
    },
    {
      id: 'patient',
      header: 'Patient',
      card: 'title',
      render: ({ patient }) => (
        <>
          <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
          <DeceasedChip patient={patient} />
        </>
      ),
      caption: ({ patient, now }) =>
        `MRN ${patient.medicalRecordNumber}${nowText(
          [
            now?.patientName,
            now?.patientMRN === undefined ? undefined : `MRN ${now.patientMRN}`,
            now?.patientDOB === undefined ? undefined : `born ${formatDateUs(now.patientDOB)}`,
          ],
          ' · ',
        )}`,
    },
    {
      id: 'note',
      header: 'Note',
      kind: 'title',
      render: ({ id, templateName }) => <ListLink to={`/dictations/${id}`}>{templateName}</ListLink>,
      caption: ({ providerName, locationName, now }) =>
        `${providerName}, ${locationName}${nowText([now?.templateName, now?.providerName], ' · ')}`,
    },
    {
      id: 'lines',
      header: 'Lines',
      kind: 'text',
      render: procedureText,
      caption: ({ lines }) => diagnosisText(diagnosesOf(lines)) || null,
    },
    {
      id: 'state',
      header: 'Billing',
      kind: 'status',
      width: 196,
      render: (row) => <Billing row={row} />,
      caption: ({ entry, awaitsCoSignature }) =>
        [
          ...(awaitsCoSignature ? [CHARGE_STATUS_LABELS.coSignature] : []),
          ...(entry === null
            ? []
            : [entry.batchName, `${personName(entry.enteredByUser)}, ${times.dateTime(entry.enteredAt)}`]),
        ].join(' · ') || null,
    },
  ];
}

const proceduresOf = ({ lines }: ChargeRow) => lines.filter(({ codeType }) => codeType === 'CPT');

function procedureText(row: ChargeRow): string {
  const procedures = proceduresOf(row);
  if (procedures.length === 0) return isNoShow(row.billingOption) ? 'Nothing to bill' : 'No procedure codes';
  const diagnoses = diagnosesOf(row.lines);
  return procedures
    .map((line) => {
      const letters = pointerLetters(line.diagnosisPointers, diagnoses);
      return `${lineText(line)}${letters === '' ? '' : ` → ${letters}`}`;
    })
    .join(', ');
}

const diagnosisText = (diagnoses: readonly string[]): string =>
  diagnoses.map((code) => `${diagnosisLetter(code, diagnoses) || '–'} ${code}`).join(', ');

/** All lines with their descriptions, and the diagnoses with their letters, of an expanded row. */
export function ChargeLines({ row }: { readonly row: ChargeRow }) {
  const diagnoses = diagnosesOf(row.lines);
  const procedures = proceduresOf(row);
  if (row.lines.length === 0) return <p>{procedureText(row)}</p>;
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, m: 0 }}>
      {procedures.map((line, at) => {
        const letters = pointerLetters(line.diagnosisPointers, diagnoses);
        return (
          <Fragment key={`${at} ${line.code}`}>
            <dt>
              {lineText(line)}
              {letters === '' ? '' : ` → ${letters}`}
            </dt>
            <dd>{line.description}</dd>
          </Fragment>
        );
      })}
      {row.lines
        .filter(({ codeType }) => codeType !== 'CPT')
        .map(({ code, description }) => (
          <Fragment key={code}>
            <dt>
              {diagnosisLetter(code, diagnoses) || '–'} {code}
            </dt>
            <dd>{description}</dd>
          </Fragment>
        ))}
    </Box>
  );
}

/** Whether the note is entered, and what needs attention. */
function Billing({ row }: { readonly row: ChargeRow }) {
  const { entryState } = row;
  return (
    <>
      {row.status === 'Signed' ? null : <StatusChip label={`Not signed: ${row.status}`} color="warning" />}
      {isNoShow(row.billingOption) ? (
        <StatusChip label={row.billingOption === 'noshow-patient' ? 'No-show, charge fee' : 'Cancelled'} />
      ) : null}
      {entryState === 'entered' ? <StatusChip label="Entered" color="success" /> : null}
      {entryState === 'changed' ? <StatusChip label="Changed after entry" color="error" /> : null}
      {row.isDuplicate ? <StatusChip label="Duplicate" color="warning" /> : null}
      {row.status === 'Signed' && entryState === 'open' && !isNoShow(row.billingOption) ? (
        <StatusChip label="Not entered" />
      ) : null}
    </>
  );
}
