import type { OrderContrast, OrderSide, OrderType } from '@portal/domain/order';
import type { OrderStatus } from '@portal/domain/order-status';
import type { Priority } from '@portal/domain/priority';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './columns.ts';

export interface OrderNumbersTable {
  year: number;
  last: number;
}

export interface MedicalOrdersTable {
  id: Generated<string>;
  order_number: ColumnType<string, string, never>;
  patient_id: ColumnType<string, string, never>;
  type: OrderType;
  status: ColumnType<OrderStatus, OrderStatus | undefined, OrderStatus>;
  priority: Priority;
  is_stat: Generated<boolean>;
  diagnosis: string;
  order_date: string;
  ordered_by: string;
  created_by: ColumnType<string, string, never>;
  body_part: string | null;
  side: OrderSide | null;
  contrast: OrderContrast | null;
  specialist: string | null;
  instructions: string | null;
  leads: GeneratedAlways<boolean>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface OrderStepsTable {
  id: Generated<string>;
  order_id: string;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  changed_at: Date;
  changed_by: string;
  note: string | null;
}

export interface OrderCountsTable {
  shard: number;
  status: OrderStatus;
  type: OrderType;
  orders: string;
}
