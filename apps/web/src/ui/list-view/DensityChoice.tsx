import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { DENSITIES, type Density } from '@portal/contract/preferences';
import { explainError } from '#lib/errors/error-text.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { useToast } from '../ToastProvider.tsx';
import { MenuGroup } from './MenuGroup.tsx';

export const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable',
  compact: 'Compact',
};

/** How high the rows of all lists are; the same preference as in the profile. */
export function DensityChoice() {
  const { preferences, save } = usePreferences();
  const toast = useToast();
  const choose = async (density: Density) => {
    try {
      await save({ density });
    } catch (error) {
      toast.error(explainError(error, 'Your preference could not be saved'));
    }
  };
  return (
    <MenuGroup title="Row height">
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label="Row height"
        value={preferences.density}
        onChange={(_event, density: Density | null) => {
          if (density !== null) void choose(density);
        }}
        sx={{ mx: 2, my: 0.5, width: 'auto' }}
      >
        {DENSITIES.map((density) => (
          <ToggleButton key={density} value={density}>
            {DENSITY_LABELS[density]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </MenuGroup>
  );
}
