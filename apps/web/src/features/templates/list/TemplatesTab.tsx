import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { Box, Card, Skeleton, Stack, Typography } from '@mui/material';
import { categoryList } from '@portal/contract/template-categories';
import { templateList, type TemplateRow } from '@portal/contract/templates';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { CATEGORY_ICON_PARTS } from '../categories/category-icons.tsx';
import { TransferButtons } from '../transfer/TransferButtons.tsx';
import { TEMPLATE_COLUMNS } from './template-columns.tsx';
import { groupTemplates, type TemplateGroup } from './template-groups.ts';
import { EndedCodes } from './EndedCodes.tsx';
import { templateActions, type TemplateQuestion } from './template-actions.tsx';
import { TemplateDialogs } from './TemplateDialogs.tsx';

const LIST = { sortKeys: [], filters: INACTIVE_FILTER } as const;

/** The templates, grouped by category. */
export function TemplatesTab() {
  const list = useListState(LIST);
  const showsInactive = list.filters.inactive === 'true';
  const templates = useEndpointQuery(
    templateList,
    { query: showsInactive ? { includeInactive: 'true' } : {} },
    { placeholderData: keepPreviousData },
  );
  const categories = useEndpointQuery(categoryList, {});
  const [question, setQuestion] = useState<TemplateQuestion | null>(null);
  const actions = templateActions(setQuestion);
  const failure = templates.error ?? categories.error;
  const groups = templates.data && categories.data && groupTemplates(templates.data, categories.data);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <InactiveSwitch list={list} label="Show Inactive" />
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
        <Skeleton component="output" variant="rounded" height={320} aria-label="Loading templates" />
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
