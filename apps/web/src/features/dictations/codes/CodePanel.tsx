import { Alert, Box, Button, Typography } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { CODE_TYPES, CODE_TYPE_LABELS, type CodeType } from '@portal/domain/billing-code';
import { invalidOn } from '@portal/domain/billing-code-facts';
import { isDateOnly } from '@portal/domain/date';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import { BILLING_OPTIONS, isNoShow, type BillingOption } from '@portal/domain/template/billing-option';
import { diagnosesOf } from '@portal/domain/dictation/line-details';
import { billedCodes, type SuggestedCode, type Suggestions } from '@portal/domain/template/billing';
import { memo, useEffect, useState, type RefObject } from 'react';
import { BillingCodePicker, type BillingCodeChoice } from '#pickers/BillingCodePicker.tsx';
import {
  addedLine,
  codeWarnings,
  lineOf,
  reasonText,
  withChange,
  withLine,
  withoutLine,
  withSide,
  type CodeLine,
} from './code-lines.ts';
import { openSuggestions, suggestionName } from './line-suggestions.ts';
import { NativeSelect } from '../session/NativeSelect.tsx';
import { CodeRow } from './CodeRow.tsx';

interface CodePanelProps {
  /** '' while no patient is chosen. */
  readonly patientId: string;
  /** The procedure date, YYYY-MM-DD: the codes must be valid then. */
  readonly procedureDate: string;
  readonly option: BillingOption;
  readonly lines: readonly CodeLine[];
  readonly suggestions: Suggestions;
  /** What to look at before signing; each line shows its own. */
  readonly findings: readonly CheckFinding[];
  readonly onOption: (option: BillingOption) => void;
  readonly onLines: (change: (before: readonly CodeLine[]) => readonly CodeLine[]) => void;
  /** The input for adding a code. */
  readonly addRef: RefObject<HTMLInputElement | null>;
}

const OPTIONS = BILLING_OPTIONS.map((value) => ({ value, label: BILLING_OPTION_LABELS[value] }));

/** Billing option, codes with the reason for each, and further suggestions. */
export const CodePanel = memo(PlainCodePanel);

function PlainCodePanel({ patientId, addRef, ...props }: CodePanelProps) {
  const { procedureDate, option, lines, suggestions, findings, onOption, onLines } = props;
  const isWithoutProcedures = isNoShow(option);
  const billed = billedCodes(lines, option);
  const open = billedCodes(openSuggestions(lines, suggestions), option);
  const diagnoses = diagnosesOf(lines);
  const warnings = codeWarnings(billed);
  return (
    <>
      <NativeSelect
        label="Billing Option"
        value={option}
        options={OPTIONS}
        onChange={({ value }) => onOption(value)}
      />
      {CODE_TYPES.map((type) => (
        <Box key={type} sx={{ mt: 2 }}>
          <Typography variant="h3">{CODE_TYPE_LABELS[type]} codes</Typography>
          <Box
            component="ul"
            aria-label={`${CODE_TYPE_LABELS[type]} codes`}
            sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}
          >
            {billed
              .filter(({ codeType }) => codeType === type)
              .map((line) => (
                <CodeRow
                  key={line.id}
                  line={line}
                  lineIndex={lines.indexOf(line)}
                  lines={billed}
                  suggestions={suggestions}
                  diagnoses={diagnoses}
                  findings={findings.filter(({ lineIndex }) => lineIndex === lines.indexOf(line))}
                  onChange={(change) => onLines((before) => withChange(before, line.id, change))}
                  onUseSide={(side) => onLines((before) => withSide(before, before.indexOf(line), side))}
                  onRemove={() => onLines((before) => withoutLine(before, line.id))}
                />
              ))}
          </Box>
          {billed.some(({ codeType }) => codeType === type) ? null : (
            <Typography variant="body2" color="textSecondary">
              {isWithoutProcedures && type === 'CPT' ? 'No procedure codes for a no-show' : 'None'}
            </Typography>
          )}
        </Box>
      ))}
      {warnings.map((text) => (
        <Alert key={text} severity="warning" sx={{ mt: 1.5 }}>
          {text}
        </Alert>
      ))}
      {open.length === 0 ? null : (
        <OpenSuggestions
          codes={open}
          suggestions={suggestions}
          procedureDate={procedureDate}
          onAdd={(code) => onLines((before) => withLine(before, lineOf(code)))}
        />
      )}
      <Box sx={{ mt: 2 }}>
        <AddCode
          patientId={patientId}
          onDate={procedureDate}
          inputRef={addRef}
          {...(isWithoutProcedures && { codeType: 'ICD10' })}
          onAdd={(code) => onLines((before) => withLine(before, addedLine(code)))}
        />
      </Box>
    </>
  );
}

interface OpenSuggestionsProps {
  readonly codes: readonly SuggestedCode[];
  readonly suggestions: Suggestions;
  readonly procedureDate: string;
  readonly onAdd: (code: SuggestedCode) => void;
}

/** Says that a suggested code is not valid on the procedure date. */
function InvalidCode({ code, day }: { readonly code: SuggestedCode; readonly day: string }) {
  const problem = isDateOnly(day) ? invalidOn(code, day) : null;
  return problem === null ? null : (
    <Typography variant="caption" color="warning" component="p">
      {problem}
    </Typography>
  );
}

function OpenSuggestions({ codes, suggestions, procedureDate, onAdd }: OpenSuggestionsProps) {
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3">Also suggested</Typography>
      <Box component="ul" aria-label="Also suggested" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
        {codes.map((suggestion) => (
          <Box
            component="li"
            key={suggestion.key}
            sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', py: 0.75 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2">
                <strong>{suggestionName(suggestion, suggestions)}</strong> {suggestion.description}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="p">
                {suggestion.reasons.map(reasonText).join('; ')}
              </Typography>
              <InvalidCode code={suggestion} day={procedureDate} />
            </Box>
            <Button
              size="small"
              aria-label={`Add ${suggestionName(suggestion, suggestions)}`}
              onClick={() => onAdd(suggestion)}
            >
              Add
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Adds any code from the catalog. Clears itself after each one. */
function AddCode({
  patientId,
  onDate,
  inputRef,
  codeType,
  onAdd,
}: {
  readonly patientId: string;
  readonly onDate: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly codeType?: CodeType;
  readonly onAdd: (code: BillingCodeChoice) => void;
}) {
  const [added, setAdded] = useState(0);
  // Refocus so the next code can be typed right away.
  useEffect(() => {
    if (added > 0) inputRef.current?.focus();
  }, [added, inputRef]);
  return (
    <BillingCodePicker
      key={added}
      label="Add a code"
      patientId={patientId}
      {...(isDateOnly(onDate) && { onDate })}
      value={null}
      inputRef={inputRef}
      {...(codeType && { codeType })}
      onChange={(code) => {
        if (code === null) return;
        setAdded(added + 1);
        onAdd(code);
      }}
    />
  );
}
