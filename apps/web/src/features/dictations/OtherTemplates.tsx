import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ListedTemplate } from '@portal/contract/templates';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';

interface OtherTemplatesProps {
  readonly templates: readonly ListedTemplate[];
  /** Where a note of the template is written; undefined until the session is complete. */
  readonly pathOf: (templateId: string) => string | undefined;
}

/** What templates without a category fall under (spec 2 §2). */
const UNCATEGORIZED = 'Uncategorized';
const categoryOf = ({ categoryName }: ListedTemplate): string => categoryName ?? UNCATEGORIZED;

/** The templates that have no tile, by category: typing finds one, choosing it starts the note. */
export function OtherTemplates({ templates, pathOf }: OtherTemplatesProps) {
  const navigate = useNavigate();
  const sorted = useMemo(
    () =>
      templates.toSorted(
        (a, b) => categoryOf(a).localeCompare(categoryOf(b)) || a.name.localeCompare(b.name),
      ),
    [templates],
  );
  return (
    <Autocomplete<ListedTemplate, false, true>
      size="small"
      sx={{ mt: 1.5, maxWidth: 420 }}
      options={sorted}
      disabled={sorted.every(({ id }) => pathOf(id) === undefined)}
      groupBy={categoryOf}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText="No such template"
      onChange={(_event, template) => {
        const path = template === null ? undefined : pathOf(template.id);
        if (path !== undefined) void navigate(path);
      }}
      renderInput={(params) => <TextField {...params} label="Other template" />}
    />
  );
}
