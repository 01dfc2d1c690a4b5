import AccessTimeOutlined from '@mui/icons-material/AccessTimeOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import CleaningServicesOutlined from '@mui/icons-material/CleaningServicesOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import EditCalendarOutlined from '@mui/icons-material/EditCalendarOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import MicOutlined from '@mui/icons-material/MicOutlined';
import MedicationOutlined from '@mui/icons-material/MedicationOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { roles } from '@portal/contract/endpoint';
import type { Guard } from '@portal/contract/endpoint';
import type { ComponentType } from 'react';
import { OpenMessagesBadge } from '#features/messages/OpenMessagesBadge.tsx';
import { pageAt } from './routes/areas.ts';

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: ComponentType;
  /** Set only when the menu entry is more restricted than the route; the default is the route's guard. */
  readonly guard?: Guard;
  /** Shown next to the label, for example the number of open messages. */
  readonly Badge?: ComponentType;
}

/** The side menu from top to bottom. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/', label: 'Dashboard', icon: DashboardOutlined },
  { path: '/users', label: 'Users', icon: ManageAccountsOutlined },
  { path: '/patients', label: 'Patients', icon: PeopleAltOutlined },
  { path: '/offices', label: 'Offices', icon: BusinessOutlined },
  { path: '/dictations', label: 'Dictations', icon: MicOutlined },
  { path: '/orders', label: 'Medical Orders', icon: AssignmentOutlined },
  { path: '/messages', label: 'Phone Messages', icon: PhoneCallbackOutlined, Badge: OpenMessagesBadge },
  { path: '/documents', label: 'Documents', icon: FolderOutlined },
  {
    path: '/pill-count',
    label: 'Pill Count',
    icon: MedicationOutlined,
    guard: roles('ProviderPhysician', 'ProviderMidLevel'),
  },
  { path: '/timecard', label: 'Timecard', icon: AccessTimeOutlined },
  { path: '/timecard/reports', label: 'Timecard Reports', icon: AssessmentOutlined },
  { path: '/timecard/schedules', label: 'Schedule Management', icon: EditCalendarOutlined },
  { path: '/audit-logs', label: 'Audit Logs', icon: FactCheckOutlined },
  { path: '/admin/permissions/roles', label: 'Role Permissions', icon: AdminPanelSettingsOutlined },
  { path: '/admin/permissions/users', label: 'User Permissions', icon: VerifiedUserOutlined },
  { path: '/admin/permissions/audit', label: 'Permission Audit', icon: HistoryOutlined },
  { path: '/admin/templates', label: 'Template Management', icon: DescriptionOutlined },
  { path: '/admin/billing-codes', label: 'Billing Codes', icon: ReceiptLongOutlined },
  { path: '/admin/titles', label: 'Title Management', icon: BadgeOutlined },
  { path: '/admin/dictations', label: 'Dictation Management', icon: CleaningServicesOutlined },
];

/** The entries that have a page and whose guard the user passes. */
export function visibleEntries(passes: (guard: Guard) => boolean): NavigationEntry[] {
  return NAVIGATION.filter(({ path, guard }) => {
    const route = pageAt(path);
    return route !== undefined && passes(guard ?? route.guard);
  });
}

/** The entry that a path belongs to: the one with the longest matching prefix. */
export function currentEntry(
  pathname: string,
  entries: readonly NavigationEntry[],
): NavigationEntry | undefined {
  return entries
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
