import { patientCreate } from '@portal/contract/patients';
import {
  webhookCreate,
  webhookDeliveryList,
  webhookGet,
  webhookSendAgain,
  webhookUpdate,
  type Webhook,
  type WebhookDelivery,
} from '@portal/contract/webhooks';
import { ACTIVITY_EVENTS, type ActivityEvent } from '@portal/domain/activity-event';
import { onTestFinished } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { loopbackSettings, startReceiver, type Receiver } from '#test/webhook-receiver.ts';

/** A name that must not be in any message. */
export const PATIENT_NAME = 'Magnolia Lighthouse';

let counter = 0;

/** A webhook of a test, its receiver and its secret. */
export interface Hook {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** A portal that may send to receivers on this machine. */
export class HookDesk {
  readonly portal: TestPortal;
  readonly env: Record<string, string>;
  readonly #remove: () => Promise<void>;

  private constructor(portal: TestPortal, env: Record<string, string>, remove: () => Promise<void>) {
    this.portal = portal;
    this.env = env;
    this.#remove = remove;
  }

  static async open(): Promise<HookDesk> {
    const { env, remove } = await loopbackSettings();
    return new HookDesk(await openTestPortal({ env }), env, remove);
  }

  async close(): Promise<void> {
    await this.portal.close();
    await this.#remove();
  }

  /** Signs in again: tests move the clock past the end of sessions. */
  admin(): Promise<SignedInUser> {
    return signedInAs(this.portal, 'SuperAdmin');
  }

  /** Adds a webhook with a receiver that ends with the test. */
  async add(events: readonly ActivityEvent[] = ACTIVITY_EVENTS): Promise<Hook> {
    const receiver = await startReceiver();
    onTestFinished(async () => {
      await receiver.close();
      // Others would be sent to it too.
      await this.portal.owner.query('delete from webhooks where id = $1', [id]);
    });
    counter += 1;
    const { secret, webhook } = await this.portal.succeed(
      webhookCreate,
      { body: { name: `Hook ${counter}`, url: receiver.url, events: [...events], isActive: true } },
      await this.admin(),
    );
    const { id } = webhook;
    // Adding it and signing in are events too.
    await this.portal.owner.query('delete from webhook_deliveries where webhook_id = $1', [id]);
    return { id, secret, receiver };
  }

  /** Creates a patient, which is one event, and returns the id. */
  async createPatient(): Promise<string> {
    const [firstName = '', lastName = ''] = PATIENT_NAME.split(' ');
    const user = await signedInAs(this.portal, 'Staff');
    const body = { firstName, lastName, dateOfBirth: '1980-01-05' };
    return (await this.portal.succeed(patientCreate, { body }, user)).id;
  }

  /** Sends everything that is due. */
  deliver(): Promise<void> {
    return this.portal.deps.webhooks.deliverDue();
  }

  async webhook({ id }: Hook): Promise<Webhook> {
    return this.portal.succeed(webhookGet, { params: { id } }, await this.admin());
  }

  /** Pauses or resumes a webhook. */
  async change({ id }: Hook, changes: { readonly isActive: boolean }): Promise<void> {
    const admin = await this.admin();
    const params = { id };
    const { name, url, events, version } = await this.portal.succeed(webhookGet, { params }, admin);
    const body = { name, url, events, version, ...changes };
    await this.portal.succeed(webhookUpdate, { params, body }, admin);
  }

  resume(hook: Hook): Promise<void> {
    return this.change(hook, { isActive: true });
  }

  async sendAllAgain({ id }: Hook): Promise<void> {
    const input = { params: { id }, body: { all: true as const } };
    await this.portal.succeed(webhookSendAgain, input, await this.admin());
    await this.deliver();
  }

  /** The only delivery of a webhook. */
  async only(hook: Hook): Promise<WebhookDelivery> {
    const [delivery, ...more] = await this.deliveries(hook);
    if (delivery === undefined || more.length > 0) throw new Error(`${more.length + 1} deliveries`);
    return delivery;
  }

  async deliveries({ id }: Hook, query: object = {}): Promise<readonly WebhookDelivery[]> {
    const input = { params: { id }, query };
    return (await this.portal.succeed(webhookDeliveryList, input, await this.admin())).items;
  }
}
