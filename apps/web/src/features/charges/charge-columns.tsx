import { Stack } from '@mui/material';
import type { ChargeRow } from '@portal/contract/charges';
import { lineText } from '@portal/domain/charges';
import { formatDateUs } from '@portal/domain/date';
import { diagnosesOf, diagnosisLetter, pointerLetters } from '@portal/domain/dictation/line-details';
import { lastFirst, personName } from '@portal/domain/person-name';
import { isNoShow } from '@portal/domain/template/billing-option';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListCaption, ListLink } from '#ui/list-parts.tsx';
import { NowCaption } from '#ui/NowCaption.tsx';
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
      render: ({ id, procedureDate }) =>
        firsts.has(id) ? (
          <b className="list-nowrap">{formatDateUs(procedureDate)}</b>
        ) : (
          <span className="list-nowrap list-secondary">{formatDateUs(procedureDate)}</span>
        ),
    },
    {
      id: 'patient',
      header: 'Patient',
      isCardTitle: true,
      render: ({ patient, now }) => (
        <div className="list-min-130">
          <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
          <DeceasedChip patient={patient} />
          <ListCaption className="list-nowrap">MRN {patient.medicalRecordNumber}</ListCaption>
          <NowCaption
            values={[
              now?.patientName,
              now?.patientMRN === undefined ? undefined : `MRN ${now.patientMRN}`,
              now?.patientDOB === undefined ? undefined : `born ${formatDateUs(now.patientDOB)}`,
            ]}
          />
        </div>
      ),
    },
    {
      id: 'note',
      header: 'Note',
      render: ({ id, templateName, providerName, locationName, now }) => (
        <>
          <ListLink to={`/dictations/${id}`}>{templateName}</ListLink>
          <ListCaption>
            {providerName}, {locationName}
          </ListCaption>
          <NowCaption values={[now?.templateName, now?.providerName]} />
        </>
      ),
    },
    { id: 'lines', header: 'Lines', render: (row) => <Lines row={row} /> },
    { id: 'state', header: 'Billing', render: (row) => <Billing row={row} times={times} /> },
  ];
}

/** The procedure lines with the letters of their diagnoses, and the diagnoses below. */
function Lines({ row }: { readonly row: ChargeRow }) {
  const diagnoses = diagnosesOf(row.lines);
  const procedures = row.lines.filter(({ codeType }) => codeType === 'CPT');
  if (procedures.length === 0)
    return <span>{isNoShow(row.billingOption) ? 'Nothing to bill' : 'No procedure codes'}</span>;
  return (
    <>
      {procedures.map((line, at) => {
        const letters = pointerLetters(line.diagnosisPointers, diagnoses);
        return (
          <div key={`${at} ${line.code}`} className="list-nowrap" title={line.description}>
            {lineText(line)}
            {letters === '' ? '' : ` → ${letters}`}
          </div>
        );
      })}
      {diagnoses.length === 0 ? null : (
        <ListCaption>
          {diagnoses.map((code) => `${diagnosisLetter(code, diagnoses) || '–'} ${code}`).join(', ')}
        </ListCaption>
      )}
    </>
  );
}

/** Whether the note is entered, by whom and when, and what needs attention. */
function Billing({ row, times }: { readonly row: ChargeRow; readonly times: PracticeTimes }) {
  const { entry, entryState } = row;
  return (
    <div className="list-min-130">
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
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
      </Stack>
      {entry === null ? null : (
        <>
          <ListCaption>{entry.batchName}</ListCaption>
          <ListCaption>
            {personName(entry.enteredByUser)}, {times.dateTime(entry.enteredAt)}
          </ListCaption>
        </>
      )}
    </div>
  );
}
