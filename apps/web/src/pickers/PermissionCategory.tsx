import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  Checkbox,
  FormControlLabel,
  Stack,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { StatusChip } from '#ui/StatusChip.tsx';

/** A permission with its checkbox. */
export interface PermissionChoice {
  readonly permissionId: string;
  readonly permissionName: string;
  readonly description: string;
  readonly isGranted: boolean;
  /** Differs from the saved value. */
  readonly isModified: boolean;
}

/** A category's permissions with the state of its checkbox. */
export interface PermissionGroup {
  readonly category: string;
  readonly grants: readonly PermissionChoice[];
  readonly state: 'all' | 'some' | 'none';
  readonly modifiedCount: number;
}

/** Groups permissions by category, in their order. */
export function groupPermissions(
  choices: readonly (PermissionChoice & { readonly category: string })[],
): PermissionGroup[] {
  return [...Map.groupBy(choices, ({ category }) => category)].map(([category, grants]) => {
    const count = grants.filter(({ isGranted }) => isGranted).length;
    return {
      category,
      grants,
      state: count === 0 ? 'none' : count === grants.length ? 'all' : 'some',
      modifiedCount: grants.filter(({ isModified }) => isModified).length,
    };
  });
}

interface PermissionCategoryProps {
  readonly group: PermissionGroup;
  /** What a checked permission is, for example "granted". */
  readonly checkedLabel: string;
  readonly isEditable: boolean;
  readonly onChange: (permissionIds: readonly string[], isGranted: boolean) => void;
}

/** Width reserved for the category's checkbox, in px. */
const BOX_WIDTH = 44;

/** One category of permissions: a checkbox for all of them, and one for each. */
export function PermissionCategory({ group, checkedLabel, isEditable, onChange }: PermissionCategoryProps) {
  const { category, grants, state, modifiedCount } = group;
  const id = useId();
  const count = grants.filter(({ isGranted }) => isGranted).length;
  return (
    <Box sx={{ position: 'relative' }}>
      {/* Outside the summary, because a button must not contain another control. */}
      <Checkbox
        size="small"
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={!isEditable}
        onChange={() =>
          onChange(
            grants.map(({ permissionId }) => permissionId),
            state !== 'all',
          )
        }
        slotProps={{ input: { 'aria-label': `All ${category} permissions` } }}
        sx={{ position: 'absolute', insetInlineStart: 6, top: 5, zIndex: 1 }}
      />
      <Accordion
        defaultExpanded
        disableGutters
        variant="outlined"
        slotProps={{ heading: { component: 'h2' } }}
        sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
      >
        <AccordionSummary
          id={`${id}-summary`}
          aria-controls={`${id}-panel`}
          expandIcon={<ExpandMoreIcon />}
          sx={{ pl: `${BOX_WIDTH}px`, minHeight: 44, '& .MuiAccordionSummary-content': { my: 1 } }}
        >
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography component="span" variant="h3">
              {category}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              {count} of {grants.length} {checkedLabel}
            </Typography>
            {modifiedCount > 0 ? <StatusChip label={`${modifiedCount} modified`} color="warning" /> : null}
          </Stack>
        </AccordionSummary>
        <AccordionDetails sx={{ pt: 0, pb: 1, pl: `${BOX_WIDTH}px` }}>
          {grants.map((grant) => (
            <GrantRow
              key={grant.permissionId}
              grant={grant}
              isEditable={isEditable}
              onChange={(isGranted) => onChange([grant.permissionId], isGranted)}
            />
          ))}
        </AccordionDetails>
      </Accordion>
    </Box>
  );
}

interface GrantRowProps {
  readonly grant: PermissionChoice;
  readonly isEditable: boolean;
  readonly onChange: (isGranted: boolean) => void;
}

function GrantRow({ grant, isEditable, onChange }: GrantRowProps) {
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <FormControlLabel
        disabled={!isEditable}
        sx={{ ml: -1, py: 0.25, minWidth: 0 }}
        control={
          <Checkbox
            size="small"
            checked={grant.isGranted}
            onChange={(_event, checked) => onChange(checked)}
          />
        }
        label={
          <>
            <Typography component="span" sx={{ fontWeight: 500 }}>
              {grant.permissionName}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {grant.description}
            </Typography>
          </>
        }
      />
      {grant.isModified ? <StatusChip label="Modified" color="warning" /> : null}
    </Stack>
  );
}
