import type { Dictation } from '@portal/contract/dictations';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { printedReport } from '@portal/domain/dictation/print';
import { lastFirst } from '@portal/domain/person-name';
import { usePrintPreview } from '../print/use-print-preview.ts';
import type { DictationForm } from './use-dictation-form.ts';

/** Opens the print preview of the editor's current content. */
export function useEditorPreview(
  { details, start, form, codes, patient, provider }: DictationForm,
  dictation: Dictation | null,
): () => void {
  const open = usePrintPreview();
  const { choice, record } = patient;
  const isSamePatient = dictation?.patientId === details.patientId;
  return () =>
    open({
      source: {
        templateName: start.templateName,
        patientName: choice === null ? '' : lastFirst(choice),
        patientMRN: choice?.medicalRecordNumber ?? '',
        patientDOB: record?.dateOfBirth ?? (isSamePatient ? dictation.patientDOB : ''),
        patientGender: record?.gender ?? (isSamePatient ? dictation.patientGender : ''),
        procedureDate: details.procedureDate,
        procedureLocation: details.procedureLocation,
        providerName: provider?.name ?? dictation?.providerName ?? '',
        status: dictation?.status ?? 'Draft',
        billingCodes: codes.lines.map((line) => ({
          ...line,
          diagnosisPointers: pointersOf(line, line.diagnosisPointers, codes.lines),
        })),
        billingOption: details.billingOption,
        complications: details.complications,
        signature: null,
        coSignature: null,
        addendums: [],
      },
      report: printedReport(form.content, form.evaluation, start.titles),
      locationId: details.locationId,
      providerTitle: provider?.title ?? null,
      writtenAt: dictation?.createdAt ?? null,
      printed: null,
    });
}
