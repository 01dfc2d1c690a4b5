import { Alert, Box, Stack, Typography } from '@mui/material';
import type { TemplateImportReport } from '@portal/contract/template-file';
import { StatusChip } from '#ui/StatusChip.tsx';
import { codesText, OUTCOME_LABELS, summaryText, templateDetails } from './import-text.ts';

interface ImportReportProps {
  readonly report: TemplateImportReport;
  /** True after the import, false for the preview. */
  readonly isDone: boolean;
}

/** What an import does or did, template by template. */
export function ImportReport({ report, isDone }: ImportReportProps) {
  const { templates, headers, categories, missingCodes } = report;
  return (
    <>
      {missingCodes.length === 0 ? (
        <Alert severity={isDone ? 'success' : 'info'}>{summaryText(report, isDone)}</Alert>
      ) : (
        <Alert severity="error">
          Rules in the file use {missingCodes.length === 1 ? 'a billing code' : 'billing codes'} that this
          practice does not have: {codesText(missingCodes)}. Add them under Billing Codes, then import the
          file again.
        </Alert>
      )}
      <Box
        component="section"
        aria-label="Contents"
        tabIndex={0}
        sx={{ overflow: 'auto', maxHeight: { sm: 400 } }}
      >
        <List
          title="Templates"
          entries={templates.map((template) => ({
            ...template,
            details: templateDetails(template),
            problems: [
              ...template.failingCases.map((text) => `Test case fails: ${text}`),
              ...template.brokenReferences,
            ],
          }))}
          isDone={isDone}
        />
        <List
          title="Report headers"
          entries={headers.map(({ office, outcome }) => ({
            name: office,
            outcome,
            details: outcome === 'noOffice' ? ['This practice has no office with this name'] : [],
          }))}
          isDone={isDone}
        />
        <List
          title="Categories"
          entries={categories.map((category) => ({ ...category, details: [] }))}
          isDone={isDone}
        />
      </Box>
    </>
  );
}

interface Entry {
  readonly name: string;
  readonly outcome: keyof typeof OUTCOME_LABELS;
  readonly details: readonly string[];
  readonly problems?: readonly string[];
}
interface ListProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly isDone: boolean;
}

function List({ title, entries, isDone }: ListProps) {
  if (entries.length === 0) return null;
  return (
    <>
      <Typography variant="h3" sx={{ mt: 1.5 }}>
        {title}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }} aria-label={title}>
        {entries.map(({ name, outcome, details, problems = [] }) => (
          <Stack
            key={name}
            component="li"
            direction="row"
            sx={{ gap: 1.5, py: 1, borderBottom: 1, borderColor: 'divider', justifyContent: 'space-between' }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
              {details.map((text) => (
                <Typography key={text} variant="body2" color="textSecondary">
                  {text}
                </Typography>
              ))}
              {problems.map((text) => (
                <Typography key={text} variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Typography>
              ))}
            </Box>
            <Box sx={{ flexShrink: 0 }}>
              <StatusChip
                label={OUTCOME_LABELS[outcome][isDone ? 'after' : 'before']}
                color={COLORS[outcome]}
              />
            </Box>
          </Stack>
        ))}
      </Stack>
    </>
  );
}

const COLORS = { create: 'success', change: 'info', unchanged: 'default', noOffice: 'warning' } as const;
