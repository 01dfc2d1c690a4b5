import FilterListIcon from '@mui/icons-material/FilterList';
import { Box, Button, Chip, Collapse } from '@mui/material';
import { PERMISSION_AUDIT_ENTITIES, type PermissionAuditEntry } from '@portal/contract/permissions';
import { userPermissionsGet } from '@portal/contract/user-permissions';
import { useId, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import { PersonPicker, type Person } from './users/PersonPicker.tsx';

export type AuditList = ListState<
  never,
  {
    readonly entityType: typeof PERMISSION_AUDIT_ENTITIES;
    readonly entityId: 'id';
    readonly permissionId: 'id';
    readonly changedBy: 'id';
    readonly startDate: 'text';
    readonly endDate: 'text';
  }
>;

interface AuditFiltersProps {
  readonly list: AuditList;
  readonly rows: readonly PermissionAuditEntry[] | undefined;
  /** Error of the date range. */
  readonly rangeError: string | undefined;
}

const ENTITY_OPTIONS = PERMISSION_AUDIT_ENTITIES.map((value) => ({ value, label: value }));

/** The user of the `changedBy` filter for the picker: the one selected here, or loaded by the ID in the URL. */
function usePersonFilter(id: string) {
  const [chosen, setChosen] = useState<Person | null>(null);
  const isKnown = chosen?.id === id;
  const { data } = useEndpointQuery(
    userPermissionsGet,
    { params: { id } },
    { enabled: id !== '' && !isKnown },
  );
  const read: Person | null =
    data === undefined
      ? null
      : { id: data.userId, name: data.userFullName, userName: data.userName, roles: data.roles };
  return { value: id === '' ? null : isKnown ? chosen : read, remember: setChosen };
}

/** The collapsible filters. Filters that come from a link are shown as chips. */
export function AuditFilters({ list, rows, rangeError }: AuditFiltersProps) {
  const { filters, setFilter } = list;
  const [isOpen, setOpen] = useState(list.isFiltered);
  const panelId = useId();
  const person = usePersonFilter(filters.changedBy);
  const only = rows?.[0];
  return (
    <Box sx={{ mb: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: isOpen ? 1.5 : 0 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<FilterListIcon />}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide Filters' : 'Show Filters'}
        </Button>
        {filters.entityId === '' ? null : (
          <Chip
            label={only === undefined ? 'One user or role' : `Only ${only.entityName}`}
            onDelete={() => setFilter('entityId', '')}
          />
        )}
        {filters.permissionId === '' ? null : (
          <Chip
            label={only === undefined ? 'One permission' : `Only ${only.permissionName}`}
            onDelete={() => setFilter('permissionId', '')}
          />
        )}
      </Box>
      <Collapse in={isOpen} id={panelId} unmountOnExit>
        <FilterBar list={list}>
          <SelectFilter list={list} name="entityType" label="Entity Type" options={ENTITY_OPTIONS} />
          <Box sx={{ flex: '1 1 240px', maxWidth: { sm: 320 } }}>
            <PersonPicker
              label="Changed By"
              value={person.value}
              onChange={(chosen) => {
                person.remember(chosen);
                setFilter('changedBy', chosen?.id ?? '');
              }}
            />
          </Box>
          <FilterDateRange value={filters} error={rangeError} onChange={setFilter} />
        </FilterBar>
      </Collapse>
    </Box>
  );
}
