import AddIcon from '@mui/icons-material/Add';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import {
  templateCaseDelete,
  templateCaseUpdate,
  type TemplateCaseRow,
} from '@portal/contract/template-cases';
import { caseAnswers, type CaseResult } from '@portal/domain/template/cases';
import type { TemplateContent } from '@portal/domain/template/content';
import { mutableValues, type FieldValues } from '@portal/domain/template/value';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import type { TemplateFormState } from '#template-form/use-template-form.ts';
import { CaseCard } from './CaseCard.tsx';
import { CaseDialog } from './CaseDialog.tsx';
import { outcomeSummary, useTemplateCases, type RunCase } from './use-template-cases.ts';

interface TestCasesPanelProps {
  readonly templateId: string;
  /** The content in the builder, also if it is not saved. */
  readonly content: TemplateContent;
  /** The form under "Try it out". */
  readonly tryOut: RefObject<TemplateFormState | null>;
}

type Open =
  | { readonly what: 'edit'; readonly tried: FieldValues; readonly row?: TemplateCaseRow }
  | { readonly what: 'delete'; readonly row: TemplateCaseRow };

/** The test cases of a saved template. They run with the content in the builder and the saved rules. */
export function TestCasesPanel({ templateId, content, tryOut }: TestCasesPanelProps) {
  const [isRunning, setRunning] = useState(false);
  const { cases, rules, results } = useTemplateCases(templateId, content, isRunning);
  const [open, setOpen] = useState<Open | null>(null);
  const { accept, accepting } = useAcceptActual(templateId);
  const toast = useToast();
  useRunAfterRuleChange(rules.data, () => setRunning(true));
  const edit = (row?: TemplateCaseRow) => {
    const form = tryOut.current;
    const tried = form === null ? {} : caseAnswers(form.entered, form.evaluation);
    setOpen({ what: 'edit', tried, ...(row !== undefined && { row }) });
  };
  const outcomes = new Map(results?.map(({ row, outcome }) => [row.id, outcome]));
  const isEmpty = cases.data?.length === 0;
  return (
    <Section
      title="Test cases"
      actions={
        <PanelActions
          canSave={rules.data !== undefined}
          canRun={cases.data !== undefined && !isEmpty}
          isRunning={isRunning && cases.isFetching}
          onSave={() => edit()}
          onRun={() => {
            setRunning(true);
            void cases.refetch();
            void rules.refetch();
          }}
        />
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Sample answers with the text and the codes they should lead to. Fill in the form under Try it out,
        then save it as a test case. All cases run before changed content is saved.
      </Typography>
      <Summary results={results} />
      <RecordPart query={cases} fallback="Failed to load test cases">
        {(all) =>
          all.length === 0 ? (
            <EmptyState text="No test cases yet" />
          ) : (
            <Stack component="ul" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
              {all.map((row) => (
                <CaseCard
                  key={row.id}
                  row={row}
                  outcome={outcomes.get(row.id) ?? null}
                  isAccepting={accepting === row.id}
                  onTry={() => {
                    tryOut.current?.replace(mutableValues(row.answers));
                    toast.info(`The form under Try it out has the answers of ${row.name}`);
                  }}
                  onEdit={() => edit(row)}
                  onDelete={() => setOpen({ what: 'delete', row })}
                  onAccept={({ actual }) => accept(row, actual)}
                />
              ))}
            </Stack>
          )
        }
      </RecordPart>
      {open?.what === 'edit' ? (
        <CaseDialog
          templateId={templateId}
          content={content}
          rules={rules.data ?? []}
          tried={open.tried}
          {...(open.row !== undefined && { row: open.row })}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.what === 'delete' ? (
        <DeleteCase templateId={templateId} row={open.row} onClose={() => setOpen(null)} />
      ) : null}
    </Section>
  );
}

interface PanelActionsProps {
  readonly canSave: boolean;
  readonly canRun: boolean;
  readonly isRunning: boolean;
  readonly onSave: () => void;
  readonly onRun: () => void;
}

function PanelActions({ canSave, canRun, isRunning, onSave, onRun }: PanelActionsProps) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" variant="outlined" startIcon={<AddIcon />} disabled={!canSave} onClick={onSave}>
        Save as Test Case
      </Button>
      <Button
        size="small"
        variant="outlined"
        startIcon={<PlayArrowIcon />}
        disabled={!canRun}
        loading={isRunning}
        onClick={onRun}
      >
        Run Cases
      </Button>
    </Stack>
  );
}

/** How many cases pass, announced when it changes. */
function Summary({ results }: { readonly results: readonly RunCase[] | null }) {
  const isFailing = results?.some(({ outcome }) => !outcome.passes) === true;
  return (
    <Box component="output" sx={{ display: 'block' }}>
      {results === null || results.length === 0 ? null : (
        <Alert severity={isFailing ? 'warning' : 'success'} role="presentation" sx={{ mb: 2 }}>
          {outcomeSummary(results)}
        </Alert>
      )}
    </Box>
  );
}

/** Runs the cases after the rules changed on this page or elsewhere, but not when they are first loaded. */
function useRunAfterRuleChange(rules: readonly BillingCodeRule[] | undefined, run: () => void): void {
  const first = useRef(rules);
  useEffect(() => {
    if (first.current === undefined) first.current = rules;
    else if (first.current !== rules) run();
  });
}

/** Saves what comes out now as what a case expects. */
function useAcceptActual(templateId: string) {
  const update = useEndpointMutation(templateCaseUpdate);
  const toast = useToast();
  const [accepting, setAccepting] = useState<string | null>(null);
  const accept = (row: TemplateCaseRow, { text, lines }: CaseResult) => {
    const { id: caseId, name, billingOption, answers, version } = row;
    const expected = { text, lines: lines.map((line) => ({ ...line })) };
    setAccepting(caseId);
    update.mutate(
      { params: { id: templateId, caseId }, body: { name, billingOption, answers, expected, version } },
      {
        onSuccess: () => toast.success(`${name} now expects the actual result`),
        onError: (error) => toast.error(explainError(error, 'Failed to save test case')),
        onSettled: () => setAccepting(null),
      },
    );
  };
  return { accept, accepting };
}

interface DeleteCaseProps {
  readonly templateId: string;
  readonly row: TemplateCaseRow;
  readonly onClose: () => void;
}

function DeleteCase({ templateId, row, onClose }: DeleteCaseProps) {
  const remove = useEndpointMutation(templateCaseDelete);
  return (
    <ConfirmDialog
      newsOf={row.id}
      open
      title="Delete this test case?"
      text={`"${row.name}" will no longer be checked. Templates and dictations do not change.`}
      confirmLabel="Delete"
      isDanger
      records={[row.name]}
      errorFallback="Failed to delete test case"
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({ params: { id: templateId, caseId: row.id } });
        return message;
      }}
      onClose={onClose}
    />
  );
}
