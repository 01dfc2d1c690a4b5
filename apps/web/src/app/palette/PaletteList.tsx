/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot show groups of lines below an input */
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import WebAssetOutlined from '@mui/icons-material/WebAssetOutlined';
import { Box, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import type { ItemKind, PaletteGroup, PaletteItem } from './palette-items.ts';

const ICONS: Readonly<Record<ItemKind, ComponentType<{ fontSize: 'small'; color: 'action' }>>> = {
  patient: PersonOutlined,
  order: AssignmentOutlined,
  message: PhoneCallbackOutlined,
  document: DescriptionOutlined,
  user: ManageAccountsOutlined,
  action: BoltOutlined,
  page: WebAssetOutlined,
};

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  /** The highlighted line. */
  readonly activeId: string | undefined;
  readonly optionId: (item: PaletteItem) => string;
  readonly onChoose: (item: PaletteItem) => void;
}

/** The lines of the search of everything: a listbox that the input controls. */
export function PaletteList({ id, groups, activeId, optionId, onChoose }: PaletteListProps) {
  return (
    <Box
      id={id}
      role="listbox"
      aria-label="Search results"
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', pb: 1 }}
    >
      {groups.map(({ title, items }) => (
        <Box key={title} role="group" aria-label={title}>
          <Typography
            aria-hidden
            component="div"
            variant="caption"
            color="textSecondary"
            sx={{ px: 2, pt: 1.25, pb: 0.25, fontWeight: 600 }}
          >
            {title}
          </Typography>
          {items.map((item) => (
            <Line
              key={item.id}
              id={optionId(item)}
              item={item}
              isActive={item.id === activeId}
              onChoose={() => onChoose(item)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface LineProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Line({ id, item: { kind, label, detail }, isActive, onChoose }: LineProps) {
  const Icon = ICONS[kind];
  return (
    // The input keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <Box
      id={id}
      role="option"
      translate="no"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        mx: 1,
        px: 1,
        py: 0.75,
        minHeight: 44,
        borderRadius: 1,
        cursor: 'pointer',
        scrollMarginBlock: 32,
        '&:hover': { bgcolor: 'action.hover' },
        '&[aria-selected="true"]': { bgcolor: 'action.selected' },
      }}
    >
      <Icon fontSize="small" color="action" />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap>{label}</Typography>
        {detail === undefined ? null : (
          <Typography noWrap variant="body2" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
