import { Box, FormHelperText, Stack, TextField, Typography } from '@mui/material';
import { PERMISSIONS } from '@portal/domain/permissions';
import { useId, useState } from 'react';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { useAccess } from '#lib/session/use-session.ts';
import { groupPermissions, PermissionCategory } from '#pickers/PermissionCategory.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useField } from '#ui/form/field.ts';
import type { ApiKeyInput, ApiKeyPayload } from './api-key-form.ts';

const namesSchema = z.array(z.string());

/** Chooses permissions of a key among those that the user has, by category, with a search. */
export function PermissionPicker({
  control,
}: {
  readonly control: Control<ApiKeyInput, unknown, ApiKeyPayload>;
}) {
  const { can } = useAccess();
  const field = useField({ control, name: 'permissions' });
  const [search, setSearch] = useState('');
  const [labelId, helpId] = [useId(), useId()];
  const chosen = namesSchema.catch([]).parse(field.value);
  const own = PERMISSIONS.filter(({ name }) => can(name));
  const words = search.trim().toLowerCase().split(/\s+/);
  const groups = groupPermissions(
    own
      .filter(({ name, category, description }) => {
        const text = `${name} ${category} ${description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map(({ name, category, description }) => ({
        permissionId: name,
        permissionName: name,
        category,
        description,
        isGranted: chosen.includes(name),
        isModified: false,
      })),
  );
  const set = (names: readonly string[], isChosen: boolean) =>
    field.setValue(
      own.flatMap(({ name }) => ((names.includes(name) ? isChosen : chosen.includes(name)) ? [name] : [])),
    );
  return (
    <Box
      component="fieldset"
      name={field.name}
      aria-labelledby={labelId}
      aria-describedby={helpId}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Typography id={labelId} variant="h3" component="legend" sx={{ p: 0 }}>
        Permissions
      </Typography>
      <FormHelperText id={helpId} error={field.error !== undefined} sx={{ mx: 0, mb: 1.5 }}>
        {field.error ??
          'Choose only what the integration needs. The key never has more permissions than you, also when yours change.'}
      </FormHelperText>
      <Stack spacing={1}>
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <TextField
            type="search"
            size="small"
            label="Search permissions"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            // Enter would submit the form.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            error={field.error !== undefined}
            sx={{ flex: 1 }}
          />
          <Typography component="output" variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
            {chosen.length} selected
          </Typography>
        </Stack>
        {groups.length === 0 ? <EmptyState text="No permissions match your search" /> : null}
        {groups.map((group) => (
          <PermissionCategory
            key={group.category}
            group={group}
            checkedLabel="selected"
            isEditable
            onChange={set}
          />
        ))}
      </Stack>
    </Box>
  );
}
