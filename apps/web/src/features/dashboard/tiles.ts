import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import type { dashboardStats } from '@portal/contract/dashboard';
import { permission, roles, type Guard, type ResultOf } from '@portal/contract/endpoint';
import type { ComponentType } from 'react';
import type { ChipColor } from '#ui/theme/palette.ts';

export type Stats = ResultOf<typeof dashboardStats>;
type SystemStatus = NonNullable<Stats['systemStatus']>;

export interface Tile {
  readonly label: string;
  readonly icon: ComponentType;
  /** Path that a click opens. */
  readonly to: string;
  /** Who may see the tile. */
  readonly guard: Guard;
  readonly figure: keyof Stats;
  /** Shown even if its page does not exist. */
  readonly standsAlone?: boolean;
}

/** The dashboard's tiles, in order. */
export const TILES: readonly Tile[] = [
  {
    label: 'Total Users',
    icon: PeopleAltOutlined,
    to: '/users',
    guard: roles('Admin'),
    figure: 'totalUsers',
  },
  {
    label: 'Active Patients',
    icon: PersonOutlined,
    to: '/patients',
    guard: permission('Patient.View'),
    figure: 'activePatients',
  },
  {
    label: 'Pending Orders',
    icon: AssignmentOutlined,
    to: '/orders',
    guard: permission('Order.View'),
    figure: 'pendingOrders',
  },
  {
    label: 'New Messages',
    icon: PhoneOutlined,
    to: '/messages',
    guard: permission('Message.View'),
    figure: 'newMessages',
  },
  {
    label: 'Documents Today',
    icon: DescriptionOutlined,
    to: '/documents',
    guard: permission('Document.View'),
    figure: 'documentsToday',
  },
  {
    label: 'System Status',
    icon: MonitorHeartOutlined,
    to: '/audit-logs',
    guard: permission('Admin.ViewAuditLogs'),
    figure: 'systemStatus',
    standsAlone: true,
  },
];

/** The tiles that the user may see and whose page exists. */
export function visibleTiles(passes: (guard: Guard) => boolean, isBuilt: (path: string) => boolean): Tile[] {
  return TILES.filter(({ to, guard, standsAlone }) => passes(guard) && (standsAlone === true || isBuilt(to)));
}

export const STATUS_COLORS: Readonly<Record<SystemStatus, ChipColor>> = {
  Healthy: 'success',
  Degraded: 'warning',
  Down: 'error',
};

const numbers = new Intl.NumberFormat('en-US');

/** Text of a tile; "Unknown" or 0 if the value is missing. */
export function figureText(tile: Tile, stats: Stats | undefined): string {
  if (tile.figure === 'systemStatus') return stats?.systemStatus ?? 'Unknown';
  return numbers.format(stats?.[tile.figure] ?? 0);
}
