import { Box, TextField, Typography, useForkRef } from '@mui/material';
import { MAX_COMPLICATIONS, type Dictation } from '@portal/contract/dictations';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { isNoShow, type BillingOption } from '@portal/domain/template/billing-option';
import { unprintableProblem } from '@portal/domain/printable-characters';
import { plainNote, tooManyCharacters } from '@portal/domain/text';
import { placeKey, unfilledPlace } from '@portal/domain/shortcuts';
import type { Evaluation } from '@portal/domain/template/evaluate';
import { useCallback, useEffect, useId, useRef, type Ref } from 'react';
import type { TextElement } from '#lib/insert-text.ts';
import { useSpeechSubject } from '#lib/speech/speech-subject.ts';
import { leftOverText } from '#template-form/field-text.ts';
import { TemplateForm } from '#template-form/TemplateForm.tsx';
import { PlaceValues, useWritingField } from '#ui/form/writing-field.ts';
import { Section } from '#ui/Section.tsx';
import type { EditorProblem } from '../save/editor-machine.ts';
import { CarryForward } from '../carry/CarryForward.tsx';
import { CodePanel } from '../codes/CodePanel.tsx';
import { InvalidInputsContext } from '../codes/invalid-inputs.ts';
import { ProcedureFields } from './ProcedureFields.tsx';
import type { DictationForm } from './use-dictation-form.ts';
import type { EditorFocus } from './use-editor-focus.ts';

interface EditorFieldsProps {
  readonly form: DictationForm;
  readonly dictation: Dictation | null;
  readonly problem: EditorProblem | null;
  readonly focus: EditorFocus;
  /** What to look at before signing. */
  readonly findings: readonly CheckFinding[];
}

/** Procedure details, the template's form, complications, and billing codes. */
export function EditorFields({
  form: editor,
  dictation,
  problem,
  focus: { patient: patientRef, form: formRef, complications: complicationsRef, codes: codesRef },
  findings,
}: EditorFieldsProps) {
  const { start, details, changeDetails, patient, provider, form, codes, invalidInputs } = editor;
  const changeOption = useCallback(
    (billingOption: BillingOption) => changeDetails({ billingOption }),
    [changeDetails],
  );
  const placeValue = usePlaceValue(form.evaluation);
  const providerName = provider?.name ?? start.dictation?.providerName ?? '';
  useSpeechSubject({
    template: form.content,
    names: [
      providerName,
      patient.record === null ? '' : `${patient.record.firstName} ${patient.record.lastName}`,
    ],
    dictationId: dictation?.id ?? null,
    patientId: patient.record?.id ?? null,
  });
  return (
    <PlaceValues value={placeValue}>
      <Box sx={COLUMNS}>
        <Box sx={{ minWidth: 0 }}>
          <Section title="Procedure">
            <ProcedureFields
              details={details}
              patient={patient}
              providerName={providerName}
              dictation={dictation}
              patientError={problem?.at === 'patient' ? 'Please select a patient' : null}
              patientRef={patientRef}
              onChange={changeDetails}
            />
          </Section>
          {isNoShow(details.billingOption) ? (
            <NoShowSection title={start.templateName} />
          ) : (
            <>
              <Section title={start.templateName} actions={<CarryForward form={editor} />}>
                <TemplateForm form={form} ref={formRef} onEnd={() => complicationsRef.current?.focus()} />
              </Section>
              <Section title="Complications">
                <Complications
                  ref={complicationsRef}
                  onEnd={() => codesRef.current?.focus()}
                  value={details.complications}
                  onChange={(complications) => changeDetails({ complications })}
                />
              </Section>
            </>
          )}
        </Box>
        <Box sx={BESIDE}>
          <Section title="Billing">
            <InvalidInputsContext value={invalidInputs}>
              <CodePanel
                patientId={details.patientId}
                procedureDate={details.procedureDate}
                option={details.billingOption}
                lines={codes.lines}
                suggestions={codes.suggestions}
                findings={findings}
                onOption={changeOption}
                onLines={codes.setLines}
                addRef={codesRef}
              />
            </InvalidInputsContext>
          </Section>
        </Box>
      </Box>
    </PlaceValues>
  );
}

/** The text of a visible field, by its ID or label, for the places of shortcuts. */
function usePlaceValue(evaluation: Evaluation) {
  const current = useRef(evaluation);
  useEffect(() => {
    current.current = evaluation;
  }, [evaluation]);
  return useCallback((name: string) => {
    const key = placeKey(name);
    const visible = current.current.fields.filter(({ isVisible }) => isVisible);
    const found =
      visible.find(({ field }) => placeKey(field.id) === key) ??
      visible.find(({ field }) => placeKey(field.label) === key);
    return found?.text ?? null;
  }, []);
}

function NoShowSection({ title }: { readonly title: string }) {
  return (
    <Section title={title}>
      <Typography color="textSecondary">
        A no-show needs no entries here. Only the cancellation notice and the billing sheet are printed. Your
        entries stay with the dictation and reappear if you choose another billing option.
      </Typography>
    </Section>
  );
}

interface ComplicationsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref: Ref<HTMLTextAreaElement>;
  /** Called on Ctrl+Enter, as in the text areas of the template's form. */
  readonly onEnd: () => void;
}

function Complications({ value, onChange, ref, onEnd }: ComplicationsProps) {
  const id = useId();
  const writing = useWritingField({
    label: 'Complications',
    lengthProblem: (text) => tooManyCharacters(text, MAX_COMPLICATIONS),
  });
  const inputRef = useForkRef<TextElement>(ref, writing.ref);
  const tag = unfilledPlace(value);
  const problem = (tag === null ? null : leftOverText(tag)) ?? tooManyCharacters(value, MAX_COMPLICATIONS);
  return (
    <TextField
      id={id}
      label="Complications"
      fullWidth
      multiline
      minRows={2}
      value={value}
      inputRef={inputRef}
      onChange={({ target }) => onChange(plainNote(target.value))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onEnd();
      }}
      error={problem !== null}
      helperText={problem ?? unprintableProblem(value)}
      slotProps={{ input: { endAdornment: writing.button } }}
    />
  );
}

/** Sticky column between the top bar and the action bar. */
const BESIDE = {
  minWidth: 0,
  position: { lg: 'sticky' },
  top: { lg: 72 },
  maxHeight: { lg: 'calc(100dvh - 160px)' },
  overflowY: { lg: 'auto' },
};

/** Shows the codes beside the form on wide screens. */
const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
  gap: 2,
  alignItems: 'start',
};
