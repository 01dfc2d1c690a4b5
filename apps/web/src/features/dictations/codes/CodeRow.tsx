import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { unitText } from '@portal/domain/billing-code-traits';
import { diagnosisLetter, MAX_POINTERS } from '@portal/domain/dictation/line-details';
import { splitModifiers, type SuggestedCode, type Suggestions } from '@portal/domain/template/billing';
import { cleanModifiers, lineName, reasonText, type CodeLine } from './code-lines.ts';
import { openModifiers, suggestionsOf } from './line-suggestions.ts';
import { FindingSource } from '../signing/FindingSource.tsx';
import { UseSideButton } from '../signing/UseSideButton.tsx';
import { lineAnchor } from '../session/new-dictation.ts';
import { LineModifiers } from './LineModifiers.tsx';
import { LinePointers } from './LinePointers.tsx';
import { LineUnits } from './LineUnits.tsx';

interface CodeRowProps {
  readonly line: CodeLine;
  /** The place among all lines of the dictation, from 0. */
  readonly lineIndex: number;
  /** The billed lines of the dictation. */
  readonly lines: readonly CodeLine[];
  readonly suggestions: Suggestions;
  /** All diagnoses of the dictation. */
  readonly diagnoses: readonly string[];
  /** What to look at in this line before signing. */
  readonly findings: readonly CheckFinding[];
  readonly onUseSide: (side: 'LT' | 'RT') => void;
  readonly onChange: (change: Partial<Pick<CodeLine, 'modifiers' | 'units' | 'diagnosisPointers'>>) => void;
  readonly onRemove: () => void;
}

/** A code on the dictation: description, what suggested it, units, modifiers, diagnoses, and a remove button. */
export function CodeRow({
  line,
  lineIndex,
  lines,
  suggestions,
  diagnoses,
  findings,
  onUseSide,
  onChange,
  onRemove,
}: CodeRowProps) {
  const { code, description, codeType, modifiers } = line;
  const name = lineName(line, lines);
  const letter = diagnosisLetter(code, diagnoses);
  const suggestion = suggestionsOf(lines, suggestions).get(line) ?? null;
  const open = openModifiers(line, suggestions, lines);
  return (
    <Box
      component="li"
      id={lineAnchor(lineIndex)}
      tabIndex={-1}
      sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {letter === '' ? null : `${letter}. `}
            <strong>{code}</strong> {description === '' ? 'Not in the catalog' : description}
          </Typography>
          <Reasons line={line} suggestion={suggestion} />
        </Box>
        <Tooltip title="Remove">
          <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove} sx={{ mt: 0.25 }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
      {codeType === 'CPT' ? (
        <LineDetails line={line} name={name} diagnoses={diagnoses} onChange={onChange} />
      ) : null}
      {open.length === 0 ? null : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
          {open.map(({ modifier, reason }) => (
            <Button
              key={modifier}
              size="small"
              onClick={() => onChange({ modifiers: cleanModifiers(`${modifiers},${modifier}`) })}
              aria-label={`Add modifier ${modifier} to ${name}`}
            >
              Add {modifier} ({reasonText(reason)})
            </Button>
          ))}
        </Stack>
      )}
      {findings.map((finding) => (
        <LineFinding
          key={`${finding.check} ${finding.message}`}
          finding={finding}
          name={name}
          onUseSide={onUseSide}
        />
      ))}
    </Box>
  );
}

interface ReasonsProps {
  readonly line: CodeLine;
  readonly suggestion: SuggestedCode | null;
}

/** What suggested the line, its modifiers and its units. */
function Reasons({ line: { modifiers, units }, suggestion }: ReasonsProps) {
  const all = splitModifiers(modifiers);
  const applied = suggestion?.suggestedModifiers.filter(({ modifier }) => all.includes(modifier)) ?? [];
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p">
        {suggestion === null
          ? 'Added manually'
          : `Suggested by ${suggestion.reasons.map(reasonText).join('; ')}`}
      </Typography>
      {applied.map(({ modifier, reason }) => (
        <Typography key={modifier} variant="caption" color="textSecondary" component="p">
          {modifier}: {reasonText(reason)}
        </Typography>
      ))}
      {suggestion === null ||
      suggestion.unitsReason === null ||
      units === null ||
      suggestion.units !== units ? null : (
        <Typography variant="caption" color="textSecondary" component="p">
          {unitsText(units, suggestion)}: {reasonText(suggestion.unitsReason)}
        </Typography>
      )}
      {suggestion === null || suggestion.doseProblem === null || units !== null ? null : (
        <Typography variant="caption" color="warning" component="p">
          {suggestion.doseProblem}
        </Typography>
      )}
    </>
  );
}

/** Units, modifiers and diagnoses of a procedure. */
function LineDetails({
  line: { modifiers, units, diagnosisPointers },
  name,
  diagnoses,
  onChange,
}: Pick<CodeRowProps, 'line' | 'diagnoses' | 'onChange'> & { readonly name: string }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mt: 1 }}>
      <LineUnits name={name} units={units} onChange={(changed) => onChange({ units: changed })} />
      <LineModifiers
        name={name}
        modifiers={modifiers}
        onChange={(changed) => onChange({ modifiers: changed })}
      />
      {diagnoses.length === 0 ? null : (
        <LinePointers
          name={name}
          pointers={diagnosisPointers ?? diagnoses.slice(0, MAX_POINTERS)}
          diagnoses={diagnoses}
          onChange={(changed) => onChange({ diagnosisPointers: changed })}
        />
      )}
    </Stack>
  );
}

interface LineFindingProps {
  readonly finding: CheckFinding;
  readonly name: string;
  readonly onUseSide: (side: 'LT' | 'RT') => void;
}

/** What to look at in a line before signing, with the click that corrects it if there is one. */
function LineFinding({ finding, name, onUseSide }: LineFindingProps) {
  const { message, useSide, action } = finding;
  return (
    <Alert
      severity={action === 'block' ? 'error' : 'warning'}
      sx={{ mt: 0.75, py: 0, px: 1, '& .MuiAlert-icon': { py: 0.75, mr: 1 } }}
    >
      {message}
      {useSide === undefined ? null : (
        <UseSideButton side={useSide} line={name} onClick={() => onUseSide(useSide)} />
      )}
      <FindingSource finding={finding} />
    </Alert>
  );
}

/** "4 units of 10 mg". */
function unitsText(units: number, code: Pick<SuggestedCode, 'unitSize' | 'unit'>): string {
  const size = unitText(code);
  return `${units === 1 ? '1 unit' : `${units} units`}${size === '' ? '' : ` of ${size}`}`;
}
