/** The activity that a delivery is about. */
export interface DeliveredActivity {
  readonly event: string;
  readonly at: Date;
  readonly activity_id: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
}

/** The body of a message: ids and kinds only. Never add names, texts or anything else of a record. */
export const payloadOf = (activity: DeliveredActivity): string =>
  JSON.stringify({
    type: activity.event,
    timestamp: activity.at.toISOString(),
    data: {
      activityId: activity.activity_id,
      entityType: activity.entity_type,
      entityId: activity.entity_id,
    },
  });

/** The body of a test message. */
export const testPayload = (webhookId: string, at: Date): string =>
  JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: { webhookId } });
