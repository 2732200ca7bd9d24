/**
 * This file was generated from realtime/asyncapi.yaml.
 * Do not make direct changes to the file.
 */

import type { NumberedEvents } from '../../../realtime/live-types.ts';

/** What each numbered event is about, and whose version it carries. */
export const eventFacts: Record<keyof NumberedEvents, { subject: readonly string[]; versionOf: string | null }> = {
    "order.updated": { subject: ["orderId","groupId"], versionOf: "order:{orderId}" },
    "group.updated": { subject: ["groupId"], versionOf: "order:{orderId}" },
    "payout.created": { subject: ["payoutId"], versionOf: null },
    "task.updated": { subject: ["taskId"], versionOf: "order:{orderId}" },
    "task.offered": { subject: ["taskId"], versionOf: "order:{orderId}" },
    "task.contacted": { subject: ["contactId"], versionOf: null },
    "driver.updated": { subject: ["driverId"], versionOf: "driver:{driverId}" },
    "shift.updated": { subject: ["shiftId"], versionOf: "driver:{driverId}" },
    "plan.updated": { subject: ["planId"], versionOf: "plan:{planId}" },
    "route.updated": { subject: ["driverId"], versionOf: "driver:{driverId}" },
    "cash.updated": { subject: ["driverId"], versionOf: "driver:{driverId}" },
    "alert.raised": { subject: ["alertId"], versionOf: "alert:{alertId}" },
    "alert.updated": { subject: ["alertId"], versionOf: "alert:{alertId}" },
    "zone.updated": { subject: ["zoneId"], versionOf: "zone:{zoneId}" },
    "presence.changed": { subject: ["driverId"], versionOf: null },
    "notification.created": { subject: ["id"], versionOf: null },
};
