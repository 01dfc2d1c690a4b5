import { Box, InputAdornment, Stack, TextField, Typography } from '@mui/material';
import SearchIcon from '@mui/icons-material/Search';
import { useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Moment } from '#ui/Moment.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { groupPermissions, type ExplainedPermission } from './group-permissions.ts';

/** One permission: its description, whether it is granted, and why. */
function PermissionRow({ entry }: { readonly entry: ExplainedPermission }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        alignItems: 'center',
        py: 0.75,
        gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) 220px 104px' },
        gridTemplateAreas: { xs: '"what state" "why state"', sm: '"what why state"' },
      }}
    >
      <Box sx={{ gridArea: 'what', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{entry.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {entry.description}
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ gridArea: 'why' }}>
        {entry.sourceDetails}
        {entry.expiresAt === null ? null : (
          <span style={{ display: 'block' }}>
            Until <Moment at={entry.expiresAt} />
          </span>
        )}
      </Typography>
      <Box sx={{ gridArea: 'state', justifySelf: 'end' }}>
        <StatusChip
          label={entry.isGranted ? 'Granted' : 'Not granted'}
          color={entry.isGranted ? 'success' : 'default'}
        />
      </Box>
    </Box>
  );
}

/** The user's permissions, with the reason each one is granted or not. */
export function PermissionsSection({
  permissions,
}: {
  readonly permissions: readonly ExplainedPermission[];
}) {
  const [search, setSearch] = useState('');
  const groups = groupPermissions(permissions, search);
  return (
    <Section title="Permissions">
      <TextField
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder="Search permissions"
        sx={{ width: '100%', maxWidth: 360, mb: 1 }}
        slotProps={{
          htmlInput: { 'aria-label': 'Search permissions', type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {groups.length === 0 ? <EmptyState text="No permissions match your search" /> : null}
      {groups.map(({ category, entries }) => (
        <Box key={category} sx={{ mt: 2 }}>
          <Stack
            direction="row"
            sx={{ alignItems: 'baseline', gap: 1, borderBottom: 1, borderColor: 'divider', pb: 0.5 }}
          >
            <Typography variant="h3">{category}</Typography>
            <Typography variant="body2" color="textSecondary">
              {entries.filter(({ isGranted }) => isGranted).length} of {entries.length} granted
            </Typography>
          </Stack>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {entries.map((entry) => (
              <PermissionRow key={entry.name} entry={entry} />
            ))}
          </Box>
        </Box>
      ))}
    </Section>
  );
}
