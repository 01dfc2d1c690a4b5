import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import { also, roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

export const chargesRoutes: RouteObject[] = [
  page('/charges', {
    title: 'Charges',
    menu: { group: 'practice', icon: RequestQuoteOutlined, key: 'x' },
    help: 'charges',
    guard: also(roles('Admin', 'ProviderPhysician', 'ProviderMidLevel'), 'Dictation.View'),
    load: async () => (await import('#features/charges/ChargesPage.tsx')).ChargesPage,
  }),
];
