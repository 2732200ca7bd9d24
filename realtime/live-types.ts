/**
 * This file was generated from realtime/asyncapi.yaml.
 * Do not make direct changes to the file.
 */

export interface components {
    schemas: {
        /** Format: uuid */
        Id: string;
        /**
         * Format: date-time
         * @description RFC 3339, UTC.
         */
        Instant: string;
        Version: number;
        /** @description Decimal string, QAR. */
        Amount: string;
        Money: {
            amount: components["schemas"]["Amount"];
            /** @constant */
            currency: "QAR";
        };
        /** @description `dispatch`, or `account:`, `driver:`, `seller:`, `order:` or `zone:` with an id. */
        Room: string;
        Epoch: string;
        Seq: number;
        Position: {
            epoch: components["schemas"]["Epoch"];
            seq: components["schemas"]["Seq"];
        };
        /** @description The second argument of a numbered event. `at` is the real time of its commit. */
        Stamp: {
            room: components["schemas"]["Room"];
            epoch: components["schemas"]["Epoch"];
            seq: components["schemas"]["Seq"];
            /** @description The same in every room and at every redelivery. */
            id: string;
            at: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        OrderStatus: "PENDING" | "IN_PROGRESS" | "DELIVERED" | "PARTIALLY_DELIVERED" | "CANCELLED";
        /** @enum {string} */
        GroupStatus: "PENDING_ACCEPTANCE" | "ACCEPTED" | "PACKED" | "READY_FOR_PICKUP" | "PICKED_UP" | "IN_TRANSIT" | "DELIVERED" | "REJECTED" | "CANCELLED" | "DELIVERY_FAILED" | "RETURNING" | "RETURNED" | "WRITTEN_OFF";
        /** @enum {string} */
        TaskStatus: "UNASSIGNED" | "ASSIGNED" | "ACCEPTED" | "PICKED_UP" | "IN_TRANSIT" | "ARRIVED" | "CODE_VERIFIED" | "CASH_RECORDED" | "COMPLETED" | "CANCELLED" | "FAILED" | "RETURNING" | "RETURNED" | "WRITTEN_OFF";
        /** @enum {string} */
        PaymentStatus: "PENDING" | "COLLECTED" | "SETTLED" | "VOID";
        OrderUpdated: {
            orderId: components["schemas"]["Id"];
            status: components["schemas"]["OrderStatus"];
            groupId: components["schemas"]["Id"] | null;
            groupStatus: components["schemas"]["GroupStatus"] | null;
            taskId: components["schemas"]["Id"] | null;
            taskStatus: components["schemas"]["TaskStatus"] | null;
            /** @description When the driver is expected at the buyer's door. */
            dropoffEta: components["schemas"]["Instant"] | null;
            version: components["schemas"]["Version"];
        };
        GroupUpdated: {
            orderId: components["schemas"]["Id"];
            groupId: components["schemas"]["Id"];
            status: components["schemas"]["GroupStatus"];
            payment: components["schemas"]["PaymentStatus"];
            taskStatus: components["schemas"]["TaskStatus"] | null;
            /** @description When the driver is expected at the seller's warehouse. */
            pickupEta: components["schemas"]["Instant"] | null;
            /** @description When the driver is expected at the buyer's door. */
            dropoffEta: components["schemas"]["Instant"] | null;
            version: components["schemas"]["Version"];
        };
        TaskUpdated: {
            taskId: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            groupId: components["schemas"]["Id"];
            status: components["schemas"]["TaskStatus"];
            driverId: components["schemas"]["Id"] | null;
            round: number;
            zoneId: components["schemas"]["Id"] | null;
            dueBy: components["schemas"]["Instant"];
            /** @description When the driver is expected at the seller's warehouse. */
            pickupEta: components["schemas"]["Instant"] | null;
            /** @description When the driver is expected at the buyer's door. */
            dropoffEta: components["schemas"]["Instant"] | null;
            attempt: number;
            /** @description The reason of the latest attempt that failed. */
            failure: string | null;
            /** @description The driver who will receive the goods. */
            handOverTo: components["schemas"]["Id"] | null;
            version: components["schemas"]["Version"];
        };
        PayoutCreated: {
            payoutId: components["schemas"]["Id"];
            groups: number;
        };
        TaskContacted: {
            taskId: components["schemas"]["Id"];
            contactId: components["schemas"]["Id"];
            /** @enum {string} */
            party: "BUYER" | "SELLER" | "DRIVER";
            /** @enum {string} */
            outcome: "REACHED" | "NO_ANSWER" | "WRONG_NUMBER" | "LEFT_MESSAGE";
        };
        TaskOffered: {
            taskId: components["schemas"]["Id"];
            orderId: components["schemas"]["Id"];
            groupId: components["schemas"]["Id"];
            offerId: components["schemas"]["Id"];
            round: number;
            manual: boolean;
            expiresAt: components["schemas"]["Instant"] | null;
            dueBy: components["schemas"]["Instant"];
            items: number;
            cashDue: components["schemas"]["Money"];
            version: components["schemas"]["Version"];
        };
        /** @description Everything a dispatcher's board shows of a driver's own state. */
        DriverUpdated: {
            driverId: components["schemas"]["Id"];
            /** @enum {string} */
            status: "APPLIED" | "APPROVED" | "REJECTED" | "SUSPENDED";
            /** @enum {string} */
            duty: "OFF" | "ON_DUTY" | "ON_BREAK";
            idleSince: components["schemas"]["Instant"] | null;
            /** @description When the present shift is planned to end. */
            shiftEndsAt: components["schemas"]["Instant"] | null;
            zoneIds: components["schemas"]["Id"][];
            capacity: number;
            /** @description Units of goods on board or of accepted and offered tasks. */
            itemsAssigned: number;
            activeTasks: number;
            cashOnHand: components["schemas"]["Amount"];
            /** @description Cash still to be collected for reserved and current tasks. */
            codAssigned: components["schemas"]["Amount"];
            /** @description The sum of cash on hand and assigned cash. */
            projected: components["schemas"]["Amount"];
            cashLimit: components["schemas"]["Amount"] | null;
            nearLimit: boolean;
            overLimit: boolean;
            /** @description Whether a dispatcher allowed the driver to keep the cash after this shift. */
            carryOver: boolean;
            version: components["schemas"]["Version"];
        };
        ShiftUpdated: {
            driverId: components["schemas"]["Id"];
            shiftId: components["schemas"]["Id"];
            /** @enum {string} */
            status: "OFF" | "ON_DUTY" | "ON_BREAK" | "ENDED";
            /** @description Null for an unplanned shift. */
            plannedEnd?: components["schemas"]["Instant"] | null;
            version: components["schemas"]["Version"];
        };
        PlanUpdated: {
            planId: components["schemas"]["Id"];
            driverId: components["schemas"]["Id"];
            /** @enum {string} */
            status: "PLANNED" | "MISSED" | "CANCELLED";
            plannedStart: components["schemas"]["Instant"];
            plannedEnd: components["schemas"]["Instant"];
            version: components["schemas"]["Version"];
        };
        RouteUpdated: {
            driverId: components["schemas"]["Id"];
            routeId: components["schemas"]["Id"] | null;
            routeVersion: number | null;
            stops: components["schemas"]["RouteStop"][];
            version: components["schemas"]["Version"];
        };
        RouteStop: {
            /** @description Made from the task and the kind of stop, so it never changes. */
            stopId: string;
            taskId: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "PICKUP" | "DROPOFF" | "RETURN";
            done: boolean;
            eta: components["schemas"]["Instant"] | null;
        };
        CashUpdated: {
            driverId: components["schemas"]["Id"];
            cashOnHand: components["schemas"]["Amount"];
            cashLimit: components["schemas"]["Amount"] | null;
            /** @description Cash on hand, and of reserved and current tasks. */
            projected?: components["schemas"]["Amount"];
            /** @description More than 80 % of the limit is on hand. */
            nearLimit?: boolean;
            /** @description The settlement that waits for a second dispatcher. */
            settlementId: components["schemas"]["Id"] | null;
            version: components["schemas"]["Version"];
        };
        AlertRaised: {
            alertId: components["schemas"]["Id"];
            /** @enum {string} */
            change: "RAISED";
            kind: string;
            /** @enum {string} */
            severity: "INFO" | "WARNING" | "CRITICAL";
            /** @enum {string} */
            status: "OPEN" | "ACKNOWLEDGED" | "RESOLVED";
            subjectType: string;
            subjectId: string;
            subjectCount: number;
            message: components["schemas"]["AlertWords"];
            action: components["schemas"]["AlertWords"];
            count: number;
            raisedAt: components["schemas"]["Instant"];
            lastSeenAt: components["schemas"]["Instant"];
            acknowledgedBy: components["schemas"]["Id"] | null;
            resolvedBy: components["schemas"]["Id"] | null;
            version: components["schemas"]["Version"];
        };
        AlertUpdated: {
            alertId: components["schemas"]["Id"];
            /** @enum {string} */
            change: "UPDATED" | "ESCALATED" | "ACKNOWLEDGED" | "RESOLVED" | "REOPENED";
            kind: string;
            /** @enum {string} */
            severity: "INFO" | "WARNING" | "CRITICAL";
            /** @enum {string} */
            status: "OPEN" | "ACKNOWLEDGED" | "RESOLVED";
            subjectType: string;
            subjectId: string;
            subjectCount: number;
            message: components["schemas"]["AlertWords"];
            action: components["schemas"]["AlertWords"];
            count: number;
            raisedAt: components["schemas"]["Instant"];
            lastSeenAt: components["schemas"]["Instant"];
            acknowledgedBy: components["schemas"]["Id"] | null;
            resolvedBy: components["schemas"]["Id"] | null;
            version: components["schemas"]["Version"];
        };
        AlertWords: {
            en: string;
            ar: string;
        };
        ZoneUpdated: {
            zoneId: components["schemas"]["Id"];
            name: {
                en: string;
                ar: string;
            };
            priority: number;
            active: boolean;
            deleted: boolean;
            version: components["schemas"]["Version"];
        };
        PresenceChanged: {
            driverId: components["schemas"]["Id"];
            /** @enum {string} */
            presence: "ONLINE" | "STALE" | "OFFLINE";
            lastSeenAt: components["schemas"]["Instant"];
        };
        NotificationCreated: {
            id: components["schemas"]["Id"];
            kind: string;
            /** @description Counted up to 100; the list of notifications counts all. */
            unreadCount: number;
        };
        Locations: {
            at: components["schemas"]["Instant"];
            full: boolean;
            drivers: components["schemas"]["LocatedDriver"][];
        };
        /** @description Driver id, latitude, longitude, heading in degrees or null, milliseconds since it was measured. */
        LocatedDriver: [
            components["schemas"]["Id"],
            number,
            number,
            number | null,
            number
        ];
        SessionEnded: {
            at: components["schemas"]["Instant"];
            code: string;
            detail: string;
        };
        /** @description A missed numbered event; its `room` and `epoch` are those of the answer. */
        LoggedEvent: {
            event: string;
            payload: {
                [key: string]: unknown;
            };
            id: string;
            at: components["schemas"]["Instant"];
            seq: components["schemas"]["Seq"];
        };
        /**
         * @description If `live` is false, the room was joined but live events are paused; subscribe again after `live.resumed`.
         *     Otherwise live events continue after (epoch, seq), and either `events` contains all events since the given
         *     position, or `snapshot` is true.
         */
        RoomAnswer: {
            /**
             * @description In acknowledgements.
             * @constant
             */
            ok?: true;
            room: components["schemas"]["Room"];
            live: boolean;
            epoch: string | null;
            seq: number | null;
            snapshot: boolean;
            events: components["schemas"]["LoggedEvent"][];
        };
        LiveHello: {
            at: components["schemas"]["Instant"];
            live: boolean;
            /** @description Milliseconds. */
            heartbeatEvery: number;
            expiresAt: components["schemas"]["Instant"];
            /** @description The account's own rooms. */
            rooms: components["schemas"]["RoomAnswer"][];
        };
        LiveRooms: {
            at: components["schemas"]["Instant"];
            rooms: components["schemas"]["RoomAnswer"][];
            left: components["schemas"]["Room"][];
        };
        LiveResync: {
            at: components["schemas"]["Instant"];
            rooms: components["schemas"]["Room"][];
            /** @enum {string} */
            reason: "SLOW" | "RESET";
        };
        LivePaused: {
            at: components["schemas"]["Instant"];
        };
        LiveResumed: {
            at: components["schemas"]["Instant"];
        };
        LiveHeartbeat: {
            at: components["schemas"]["Instant"];
            live: boolean;
        };
        /** @description As in the REST API. `retryAfter` in seconds. */
        Problem: {
            code: string;
            status: number;
            detail: string;
            retryAfter?: number;
        } & {
            [key: string]: unknown;
        };
        Refusal: components["schemas"]["Problem"] & {
            /** @constant */
            ok: false;
        };
        /** @description The handshake's `auth`. */
        Handshake: {
            /** @description An access token, or an API key with the scope orders:read or board:read. Pages of the storefront leave it out; their session is in the cookie. */
            token?: string;
            /** @description The last position in each of the account's own rooms, by room. */
            positions?: {
                [key: string]: components["schemas"]["Position"];
            };
        };
        SubscribeRequest: {
            room: components["schemas"]["Room"];
            epoch?: components["schemas"]["Epoch"];
            seq?: components["schemas"]["Seq"];
        };
        SubscribeAnswer: components["schemas"]["RoomAnswer"] | components["schemas"]["Refusal"];
        UnsubscribeRequest: {
            room: components["schemas"]["Room"];
        };
        UnsubscribeAnswer: {
            /** @constant */
            ok: true;
            room: components["schemas"]["Room"];
        } | components["schemas"]["Refusal"];
        RenewRequest: {
            token: string;
        };
        RenewAnswer: {
            /** @constant */
            ok: true;
            expiresAt: components["schemas"]["Instant"];
        } | components["schemas"]["Refusal"];
        LocationPoint: {
            /** @description Increases with every position of a device. */
            sequence: number;
            latitude: number;
            longitude: number;
            /** @description Metres. */
            accuracy: number;
            recordedAt: components["schemas"]["Instant"];
            /** @description Metres per second. */
            speed?: number;
            /** @description Degrees from north, clockwise. */
            heading?: number;
        };
        LocationRequest: {
            points: components["schemas"]["LocationPoint"][];
            /** @description Distinguishes the sequence from those of the driver's other devices. */
            deviceId?: string;
        };
        LocationAnswer: {
            /** @constant */
            ok: true;
            accepted: number;
            latestSequence: number;
        } | components["schemas"]["Refusal"];
        WebhookHeaders: {
            /**
             * Format: uuid
             * @description The same at every attempt and replay: a receiver ignores one it has.
             */
            "webhook-id": string;
            /** @description Of the attempt, in seconds since 1970. */
            "webhook-timestamp": string;
            /** @description `v1,` and the signature in base64; several, separated by spaces, while a secret is replaced. */
            "webhook-signature": string;
        };
        WebhookGroup: {
            /** @enum {string} */
            type: "order.placed" | "order.updated" | "order.cancelled" | "return.received" | "return.confirmed";
            timestamp: components["schemas"]["Instant"];
            data: {
                orderId: components["schemas"]["Id"];
                orderNumber: string;
                groupId: components["schemas"]["Id"];
                status: components["schemas"]["GroupStatus"];
                version: components["schemas"]["Version"];
            };
        };
        WebhookStock: {
            /** @enum {string} */
            type: "stock.changed";
            timestamp: components["schemas"]["Instant"];
            data: {
                offerId: components["schemas"]["Id"];
                sku: string;
                /** @description Free units in active warehouses. */
                available: number;
                /** @description Higher in each later event of the offer; not the version of a record. */
                version: number;
            };
        };
        WebhookLowStock: {
            /** @enum {string} */
            type: "stock.low";
            timestamp: components["schemas"]["Instant"];
            data: {
                offerId: components["schemas"]["Id"];
                sku: string;
                available: number;
                threshold: number;
                version: number;
            };
        };
        WebhookPayout: {
            /** @enum {string} */
            type: "payout.created";
            timestamp: components["schemas"]["Instant"];
            data: {
                payoutId: components["schemas"]["Id"];
                groups: number;
                version: components["schemas"]["Version"];
            };
        };
        WebhookTask: {
            /** @enum {string} */
            type: "task.created" | "task.updated";
            timestamp: components["schemas"]["Instant"];
            data: {
                taskId: components["schemas"]["Id"];
                orderId: components["schemas"]["Id"];
                groupId: components["schemas"]["Id"];
                status: components["schemas"]["TaskStatus"];
                version: components["schemas"]["Version"];
            };
        };
        WebhookDuty: {
            /** @enum {string} */
            type: "driver.duty_changed";
            timestamp: components["schemas"]["Instant"];
            data: {
                driverId: components["schemas"]["Id"];
                /** @enum {string} */
                duty: "OFF" | "ON_DUTY" | "ON_BREAK";
                version: components["schemas"]["Version"];
            };
        };
        WebhookCash: {
            /** @enum {string} */
            type: "cash.handed_in" | "cash.difference";
            timestamp: components["schemas"]["Instant"];
            data: {
                driverId: components["schemas"]["Id"];
                settlementId: components["schemas"]["Id"];
                /** @enum {string} */
                status: "PENDING_APPROVAL" | "CLOSED";
                version: components["schemas"]["Version"];
            };
        };
        WebhookAlert: {
            /** @enum {string} */
            type: "alert.raised" | "alert.resolved";
            timestamp: components["schemas"]["Instant"];
            data: {
                alertId: components["schemas"]["Id"];
                kind: string;
                /** @enum {string} */
                severity: "INFO" | "WARNING" | "CRITICAL";
                subjectType: string;
                subjectId: string;
                version: components["schemas"]["Version"];
            };
        };
        WebhookProbe: {
            /** @enum {string} */
            type: "webhook.test";
            timestamp: components["schemas"]["Instant"];
            data: {
                endpointId: components["schemas"]["Id"];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type LiveSchemas = components["schemas"];
/** Events that a room counts: (payload, stamp). */
export interface NumberedEvents {
    "order.updated": LiveSchemas["OrderUpdated"];
    "group.updated": LiveSchemas["GroupUpdated"];
    "payout.created": LiveSchemas["PayoutCreated"];
    "task.updated": LiveSchemas["TaskUpdated"];
    "task.offered": LiveSchemas["TaskOffered"];
    "task.contacted": LiveSchemas["TaskContacted"];
    "driver.updated": LiveSchemas["DriverUpdated"];
    "shift.updated": LiveSchemas["ShiftUpdated"];
    "plan.updated": LiveSchemas["PlanUpdated"];
    "route.updated": LiveSchemas["RouteUpdated"];
    "cash.updated": LiveSchemas["CashUpdated"];
    "alert.raised": LiveSchemas["AlertRaised"];
    "alert.updated": LiveSchemas["AlertUpdated"];
    "zone.updated": LiveSchemas["ZoneUpdated"];
    "presence.changed": LiveSchemas["PresenceChanged"];
    "notification.created": LiveSchemas["NotificationCreated"];
}
/** Events without number: (payload). */
export interface SocketEvents {
    "locations": LiveSchemas["Locations"];
    "session.ended": LiveSchemas["SessionEnded"];
    "live.hello": LiveSchemas["LiveHello"];
    "live.rooms": LiveSchemas["LiveRooms"];
    "live.resync": LiveSchemas["LiveResync"];
    "live.paused": LiveSchemas["LivePaused"];
    "live.resumed": LiveSchemas["LiveResumed"];
    "live.heartbeat": LiveSchemas["LiveHeartbeat"];
}
