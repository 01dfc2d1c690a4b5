import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import type { PracticeClock } from '@portal/domain/clock';
import { dateIn, formatDateUs } from '@portal/domain/date';
import { sheetLineText } from '@portal/domain/dictation/billing-sheet';
import { carriedFields } from '@portal/domain/dictation/edited-text';
import type { PrintedDictation, PrintedNote } from '@portal/domain/dictation/print';
import type { ReportEntry } from '@portal/domain/template/report';
import { ReadRows } from '#template-form/rows/ReadRows.tsx';
import { DetailList, type DetailItem } from '#ui/DetailList.tsx';
import { NowCaption } from '#ui/NowCaption.tsx';
import { Section } from '#ui/Section.tsx';

interface ViewReportProps {
  readonly printed: PrintedDictation;
  readonly dictation: Dictation;
  readonly practice: PracticeClock;
}

/** Shows the printed report on screen, with the same text in the same order. */
export function ViewReport({ printed, dictation, practice }: ViewReportProps) {
  const { banner, patient, sections, closing, addenda } = printed;
  const { groupName } = dictation;
  return (
    <div translate="no">
      <Section title="Procedure">
        {banner === null ? null : (
          <Alert severity="error" sx={{ mb: 2 }}>
            <AlertTitle>{banner.title}</AlertTitle>
            {banner.text}
          </Alert>
        )}
        <DetailList
          items={[
            ...(dictation.now?.templateName === undefined
              ? []
              : [{ label: 'Template', value: withNow(dictation.templateName, dictation.now.templateName) }]),
            ...[
              { label: 'Report Heading', value: dictation.reportHeading },
              { label: 'Title in the Report', value: dictation.reportTitle },
            ].filter(({ value }) => value !== null),
            ...patient.map(({ label, value }) => ({ label, value: withNow(value, nowOf(label, dictation)) })),
            ...(groupName === null ? [] : [{ label: 'Group', value: groupName }]),
            ...carriedItems(dictation),
          ]}
        />
      </Section>
      {sections.map((section) => (
        <Section key={keyOf(section)} title={section.title}>
          {blocksOf(section.entries).map((block) =>
            Array.isArray(block) ? (
              <Box key={keyOf(block)} sx={BLOCK}>
                <DetailList items={block} />
              </Box>
            ) : (
              <Entry key={keyOf(block)} entry={block} />
            ),
          )}
        </Section>
      ))}
      <Section title="Signature">
        <Typography sx={{ fontWeight: closing.isSigned ? 600 : 400, whiteSpace: 'pre-line' }}>
          {closing.text}
        </Typography>
        {dictation.printed === null || dictation.signature?.hashVersion !== 1 ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            Names and letterhead as of {formatDateUs(dateIn(practice.timeZone, dictation.printed.takenAt))},
            after the signature.
          </Typography>
        )}
      </Section>
      {addenda.map((addendum) => (
        <Added key={addendum.title} addendum={addendum} />
      ))}
    </div>
  );
}

/** A printed value with its current one below, if that is different. */
const withNow = (value: string, now: string | undefined) => (
  <>
    {value}
    <NowCaption values={[now]} />
  </>
);

/** The current value of a printed label, if it has changed since the signature. */
function nowOf(label: string, { now }: Dictation): string | undefined {
  if (now === null) return undefined;
  const { patientName, patientMRN, patientDOB, patientGender, providerName } = now;
  const current: Readonly<Record<string, string | undefined>> = {
    Patient: patientName,
    MRN: patientMRN,
    'Date of birth': patientDOB === undefined ? undefined : formatDateUs(patientDOB),
    Gender: patientGender,
    Provider: providerName,
  };
  return current[label];
}

/** Sections and entries have no IDs, so their content is the key. */
const keyOf = (part: unknown): string => JSON.stringify(part);

const BLOCK = { '& + &': { mt: 1.5 } };

/** Groups adjacent short values into one block; longer texts each get their own. */
function blocksOf(entries: readonly ReportEntry[]): readonly (ReportEntry | DetailItem[])[] {
  const blocks: (ReportEntry | DetailItem[])[] = [];
  for (const entry of entries) {
    const last = blocks.at(-1);
    if (entry.kind !== 'pair') {
      blocks.push(entry);
      continue;
    }
    const item = { label: entry.label, value: entry.text };
    if (Array.isArray(last)) last.push(item);
    else blocks.push([item]);
  }
  return blocks;
}

function Entry({ entry }: { readonly entry: ReportEntry }) {
  return (
    <Box sx={BLOCK}>
      {entry.kind === 'statement' ? null : (
        <Typography variant="body2" color="textSecondary">
          {entry.label}
        </Typography>
      )}
      {entry.kind === 'table' ? (
        <ReadRows {...entry} />
      ) : (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{entry.text}</Typography>
      )}
    </Box>
  );
}

function Added({ addendum: { title, reason, text } }: { readonly addendum: PrintedNote }) {
  return (
    <Section title={title}>
      {reason === null ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          Reason: {reason}
        </Typography>
      )}
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
    </Section>
  );
}

/** Shows the billing sheet on screen. */
export function ViewBilling({ printed: { sheet } }: { readonly printed: PrintedDictation }) {
  const chosen = sheet.options.find(({ isChosen }) => isChosen);
  return (
    <Section title="Billing">
      <DetailList items={[{ label: 'Billing Option', value: chosen?.label, wide: true }]} />
      {sheet.codes.map(({ codeType, title, lines, empty }) => (
        <Box key={codeType} sx={{ mt: 2 }}>
          <Typography variant="h3">{title}</Typography>
          {lines.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {empty}
            </Typography>
          ) : (
            <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
              {lines.map((line, at) => (
                <Typography
                  component="li"
                  key={`${at} ${line.code}`}
                  sx={{ py: 0.75, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
                >
                  <strong>{sheetLineText(codeType, line)}</strong> {line.description}
                </Typography>
              ))}
            </Box>
          )}
        </Box>
      ))}
      {sheet.warnings.map((text) => (
        <Alert key={text} severity="warning" sx={{ mt: 1.5 }}>
          {text}
        </Alert>
      ))}
    </Section>
  );
}

/** The fields that were carried from earlier notes, by the date of the note. */
function carriedItems({ structure, editedFrom }: Dictation): readonly DetailItem[] {
  const labels = new Map(
    structure.sections.flatMap(({ fields }) => fields.map(({ id, label }) => [id, label] as const)),
  );
  const byDay = Map.groupBy(carriedFields(editedFrom), ([, { day }]) => day);
  return [...byDay].map(([day, carried]) => ({
    label: `Carried From ${formatDateUs(day)}`,
    value: carried.map(([id]) => labels.get(id) ?? id).join(', '),
  }));
}
