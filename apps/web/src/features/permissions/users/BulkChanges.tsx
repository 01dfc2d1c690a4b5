import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import {
  Autocomplete,
  Box,
  IconButton,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
  Typography,
} from '@mui/material';
import { permissionList, type PermissionEntry } from '@portal/contract/permissions';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { useChoiceText } from '#ui/use-choice-text.ts';

interface Change {
  readonly permissionId: string;
  readonly isGranted: boolean | null;
}

interface BulkChangesProps {
  readonly changes: readonly Change[];
  readonly onChange: (changes: readonly Change[]) => void;
}

/** The override changes for the selected users. */
export function BulkChanges({ changes, onChange }: BulkChangesProps) {
  const permissions = useEndpointQuery(permissionList, {}, { staleTime: Infinity });
  return (
    <Section title="2. Changes">
      <RecordPart query={permissions} fallback="Failed to load permissions">
        {(all) => <Changes all={all} changes={changes} onChange={onChange} />}
      </RecordPart>
    </Section>
  );
}

function Changes({
  all,
  changes,
  onChange,
}: BulkChangesProps & { readonly all: readonly PermissionEntry[] }) {
  const box = useChoiceText({ unchosen: 'No permission chosen', chosen: null });
  const { typed } = box;
  const left = all.filter(({ id }) => changes.every(({ permissionId }) => permissionId !== id));
  return (
    <Stack spacing={1.5}>
      <Autocomplete<PermissionEntry>
        size="small"
        sx={{ maxWidth: 480 }}
        options={left}
        // Selected permissions move to the list below, so the box stays empty.
        value={null}
        {...box.props}
        onInputChange={(event, text, why) => box.props.onInputChange(event, why === 'input' ? text : '', why)}
        filterOptions={(listed) => listed.filter((permission) => isMatch(permission, typed))}
        // Enter selects the only match.
        autoHighlight={typed !== '' && left.filter((permission) => isMatch(permission, typed)).length === 1}
        blurOnSelect
        groupBy={({ category }) => category}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        onChange={(_event, chosen) => {
          box.picked();
          box.show('');
          if (chosen !== null) onChange([...changes, { permissionId: chosen.id, isGranted: true }]);
        }}
        renderOption={({ key, ...item }, { name, description }) => (
          <li key={key} {...item}>
            <Box>
              {name}
              <Typography variant="body2" color="textSecondary">
                {description}
              </Typography>
            </Box>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Add a permission"
            error={box.problem !== null}
            helperText={box.problem}
          />
        )}
      />
      {changes.map((change) => {
        const { permissionId } = change;
        const name = all.find(({ id }) => id === permissionId)?.name ?? permissionId;
        return (
          <ChangeLine
            key={permissionId}
            name={name}
            isGranted={change.isGranted}
            onChange={(isGranted) =>
              onChange(
                changes.map((each) =>
                  each.permissionId === permissionId ? { permissionId, isGranted } : each,
                ),
              )
            }
            onRemove={() => onChange(changes.filter((each) => each.permissionId !== permissionId))}
          />
        );
      })}
    </Stack>
  );
}

const isMatch = ({ name }: PermissionEntry, typed: string): boolean =>
  name.toLowerCase().includes(typed.trim().toLowerCase());

interface ChangeLineProps {
  readonly name: string;
  readonly isGranted: boolean | null;
  readonly onChange: (isGranted: boolean | null) => void;
  readonly onRemove: () => void;
}

const CHOICES = [
  { value: 'grant', label: 'Grant', isGranted: true },
  { value: 'revoke', label: 'Revoke', isGranted: false },
  { value: 'inherit', label: 'Inherit', isGranted: null },
] as const;

function ChangeLine({ name, isGranted, onChange, onRemove }: ChangeLineProps) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography sx={{ fontWeight: 500, minWidth: 220, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
        {name}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={`Change for ${name}`}
        value={CHOICES.find((choice) => choice.isGranted === isGranted)?.value}
        onChange={(_event, value) => {
          const choice = CHOICES.find((each) => each.value === value);
          if (choice !== undefined) onChange(choice.isGranted);
        }}
      >
        {CHOICES.map(({ value, label }) => (
          <ToggleButton key={value} value={value} sx={{ px: 1.5, py: 0.25 }}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Tooltip title="Remove">
        <IconButton size="small" aria-label={`Remove ${name} from the changes`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}
