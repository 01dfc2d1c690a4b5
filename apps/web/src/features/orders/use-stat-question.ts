import type { Order } from '@portal/contract/orders';
import { useState } from 'react';
import type { OrderPayload } from './order-form.ts';

type Urgency = Pick<OrderPayload, 'isStat' | 'priority'>;

const contradicts = ({ isStat, priority }: Urgency): boolean => isStat && priority === 'Low';

/**
 * Asks before an order is saved that is STAT and has a low priority, unless it already was. `check` resolves to whether to save, and
 * `answer` answers the open question, null without one.
 */
export function useStatQuestion(saved: Order | undefined) {
  const [answer, setAnswer] = useState<((saves: boolean) => void) | null>(null);

  async function check(order: Urgency): Promise<boolean> {
    if (!contradicts(order) || (saved !== undefined && contradicts(saved))) return true;
    return new Promise((resolve) => {
      setAnswer(() => (saves: boolean) => {
        setAnswer(null);
        resolve(saves);
      });
    });
  }

  return { check, answer };
}
