import { Autocomplete, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { dictationCategories } from '@portal/contract/template-categories';
import type { ListedTemplate } from '@portal/contract/templates';
import { useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAhead } from '#lib/query/visits.ts';
import { byCategory, UNCATEGORIZED } from './new-dictation.ts';
import { TemplateTiles } from './TemplateTiles.tsx';
import { enterStays } from '#ui/use-choice-text.ts';

interface OtherTemplatesProps {
  readonly templates: readonly ListedTemplate[];
  /** Path of a new dictation from the template; undefined until the session is complete. */
  readonly pathOf: (templateId: string) => string | undefined;
}

const FRESH = { staleTime: 60_000 } as const;

/** Asks for the categories together with the templates. */
export const useCategoriesAhead = () => useAhead(dictationCategories, {}, FRESH);

/** Templates outside quick access, by category: found by typing, or shown as tiles on request. */
export function OtherTemplates({ templates, pathOf }: OtherTemplatesProps) {
  const navigate = useNavigate();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // A failed load is ignored: the categories are sorted by name instead.
  const { data: categories } = useEndpointQuery(dictationCategories, {}, FRESH);
  const groups = useMemo(() => byCategory(templates, categories ?? []), [templates, categories]);
  const isWaiting = templates.every(({ id }) => pathOf(id) === undefined);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
        <Autocomplete<ListedTemplate, false, true>
          size="small"
          sx={{ flex: '1 1 260px', maxWidth: 420 }}
          options={groups.flatMap((group) => group.templates)}
          disabled={isWaiting}
          clearOnBlur={false}
          onKeyDown={enterStays}
          groupBy={({ categoryName }) => categoryName ?? UNCATEGORIZED}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          noOptionsText="No matching templates"
          onInputChange={(_event, text) => setTyped(text)}
          filterOptions={(listed) => listed.filter((template) => isMatch(template, typed))}
          // Enter takes the only match.
          autoHighlight={
            typed !== '' && templates.filter((template) => isMatch(template, typed)).length === 1
          }
          onChange={(_event, template) => {
            const path = template === null ? undefined : pathOf(template.id);
            if (path !== undefined) void navigate(path);
          }}
          renderInput={(params) => <TextField {...params} label="Other template" />}
        />
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show quick access only' : `Show all templates (${templates.length} more)`}
        </Button>
      </Stack>
      <Box id={panelId}>
        {isOpen
          ? groups.map((group) => (
              <Box key={group.name} sx={{ mt: 2 }}>
                <Typography variant="h3" sx={{ mb: 1 }}>
                  {group.name}
                </Typography>
                <TemplateTiles templates={group.templates} pathOf={pathOf} />
              </Box>
            ))
          : null}
      </Box>
    </>
  );
}

const isMatch = ({ name }: ListedTemplate, typed: string): boolean =>
  name.toLowerCase().includes(typed.trim().toLowerCase());
