import '@fontsource-variable/inter/wght.css';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import './list.css';
import './theme/chips.css';
import { theme } from './theme/theme.ts';

/**
 * Provides theme, font and base styles. Matches the system color scheme until the user chooses one. Prints in the light
 * scheme, because paper is white.
 */
export function AppThemeProvider({ children }: { readonly children: ReactNode }) {
  useLightPrints();
  return (
    <ThemeProvider theme={theme} defaultMode="system" disableTransitionOnChange noSsr>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}

const [LIGHT, DARK] = ['data-light', 'data-dark'];

function useLightPrints(): void {
  useEffect(() => {
    const root = document.documentElement;
    const swap = (from: string, to: string) => {
      if (!root.hasAttribute(from)) return false;
      root.removeAttribute(from);
      root.setAttribute(to, '');
      return true;
    };
    let wasDark = false;
    const begin = () => {
      wasDark = swap(DARK, LIGHT);
    };
    const end = () => {
      if (wasDark) swap(LIGHT, DARK);
      wasDark = false;
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
