import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { Alert, Box, Card, Link, Stack, Typography } from '@mui/material';
import { endedRuleCodes } from '@portal/contract/billing-code-rules';
import { categoryList } from '@portal/contract/template-categories';
import { templateList, type TemplateRow } from '@portal/contract/templates';
import { endText } from '@portal/domain/billing-code-facts';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointQuery, useListQuery } from '#lib/query/endpoint-query.ts';
import type { Column, RowAction } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { CATEGORY_ICON_PARTS } from '../categories/category-icons.tsx';
import { TransferButtons } from '../transfer/TransferButtons.tsx';
import { groupTemplates, type TemplateGroup } from './template-groups.ts';
import { templateActions, type TemplateQuestion } from './template-actions.tsx';
import { TemplateDialogs } from './TemplateDialogs.tsx';

const LIST = { sortKeys: [], filters: INACTIVE_FILTER } as const;

/** The codes with a last day that rules of any template still assign; nothing if there are none. */
function EndedCodes() {
  const { data: codes = [] } = useEndpointQuery(endedRuleCodes, {});
  if (codes.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Billing code rules still assign codes that have a last day:
      <Box component="ul" aria-label="Codes with a last day" sx={{ my: 0.5, pl: 2.5 }}>
        {codes.map(({ templateId, templateName, isActive, code, validTo, rules }) => (
          <li key={`${templateId} ${code}`}>
            <Link component={RouterLink} to={`/admin/templates/${templateId}/edit`}>
              {templateName}
            </Link>
            {isActive ? '' : ' (inactive)'}, {rules === 1 ? '1 rule' : `${rules} rules`}, {code}:{' '}
            {endText({ code, validTo })}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** The templates, grouped by category. */
export function TemplatesTab() {
  const list = useListState(LIST);
  const showsInactive = list.filters.inactive === 'true';
  const templates = useListQuery(templateList, { query: showsInactive ? { includeInactive: 'true' } : {} });
  const categories = useEndpointQuery(categoryList, {});
  const [question, setQuestion] = useState<TemplateQuestion | null>(null);
  const actions = templateActions(setQuestion);
  const failure = templates.error ?? categories.error;
  const groups = templates.data && categories.data && groupTemplates(templates.data, categories.data);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <SwitchFilter list={list} name="inactive" label="Show Inactive" />
        <Box sx={{ flex: { xs: '1 0 100%', sm: 1 } }} />
        <TransferButtons />
        <NewLink to="/admin/templates/new">New Template</NewLink>
      </Stack>
      <EndedCodes />
      {failure === null ? null : (
        <ErrorPanel
          message={errorText(failure, 'Failed to load templates')}
          hint={errorHint(failure)}
          requestId={failure.requestId}
          onRetry={() => void Promise.all([templates.refetch(), categories.refetch()])}
        />
      )}
      {groups === undefined && failure === null ? (
        <Waiting shape="section" label="Loading templates" />
      ) : null}
      {groups?.length === 0 ? (
        <EmptyState
          text={showsInactive ? 'No templates found' : 'No active templates. Inactive templates are hidden.'}
        />
      ) : null}
      <Stack spacing={2}>
        {groups?.map((group) => (
          <GroupTable key={group.category?.id ?? 'none'} group={group} actions={actions} />
        ))}
      </Stack>
      <TemplateDialogs question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

const TEMPLATE_COLUMNS: readonly Column<TemplateRow, never>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'type', header: 'Procedure Type', render: ({ procedureType }) => procedureType },
  {
    id: 'description',
    header: 'Description',
    kind: 'text',
    fold: { order: 3, into: 'name' },
    render: ({ shortDescription }) => shortDescription ?? '—',
  },
  {
    id: 'order',
    header: 'Quick Access Order',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    fold: { order: 1, into: 'type' },
    render: ({ quickAccessOrder }) => quickAccessOrder ?? '—',
  },
  {
    id: 'usage',
    header: 'Usage Count',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    render: ({ usageCount }) => usageCount,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
];

interface GroupTableProps {
  readonly group: TemplateGroup;
  readonly actions: readonly RowAction<TemplateRow>[];
}

function GroupTable({ group: { name, category, templates }, actions }: GroupTableProps) {
  const id = useId();
  const Icon = category === null ? FolderOutlined : CATEGORY_ICON_PARTS[category.icon].Icon;
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 1.5, py: 1 }}>
        <Icon fontSize="small" color="action" />
        <Typography id={id} variant="h2">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {templates.length === 1 ? '1 template' : `${templates.length} templates`}
        </Typography>
      </Stack>
      <Box sx={{ overflowX: 'auto', px: { xs: 1, sm: 0 }, pb: { xs: 1, sm: 0 } }}>
        <PlainTable
          label={`Templates: ${name}`}
          columns={TEMPLATE_COLUMNS}
          rows={templates}
          rowKey={(template) => template.id}
          rowLabel={(template) => template.name}
          actions={actions}
          isDimmed={({ isActive }) => !isActive}
        />
      </Box>
    </Card>
  );
}
