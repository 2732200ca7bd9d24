// Made from openapi.yaml by `npm run generate`: change the contract, not this file.

export interface paths {
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register with e-mail and password
         * @description Makes a BUYER and signs in. A guest cart named by X-Cart-Token is taken over.
         */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Administrators who have enrolled send mfaToken too. A guest cart named by X-Cart-Token is merged: quantities add up, clamped to stock and reported in cartMerge, never failing the sign-in.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Browser consoles send their cookie instead of the body. An old token used again ends all sessions that came from it.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin enrolling an authenticator app */
        post: operations["enrollMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn the second factor on with a current code */
        post: operations["confirmMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in account */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search and filter products */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product with its variants */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/variants/{id}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every offer of one variant */
        get: operations["listVariantOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sellers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A seller as shoppers see it */
        get: operations["getSellerProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cart of the buyer or the guest */
        get: operations["getCart"];
        put?: never;
        post?: never;
        /** Empty the cart */
        delete: operations["clearCart"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an offer into the cart
         * @description An offer already in the cart has its quantity raised. A guest gets a token with the first call.
         */
        post: operations["addCartItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cart/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an item out of the cart */
        delete: operations["removeCartItem"];
        options?: never;
        head?: never;
        /** Change a quantity */
        patch: operations["updateCartItem"];
        trace?: never;
    };
    "/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own addresses */
        get: operations["listAddresses"];
        put?: never;
        /** Add an address */
        post: operations["createAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an address */
        delete: operations["deleteAddress"];
        options?: never;
        head?: never;
        /** Change an address */
        patch: operations["updateAddress"];
        trace?: never;
    };
    "/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a checkout from the cart
         * @description Reserves every line of the cart or nothing, and cancels an older open checkout of the same buyer.
         */
        post: operations["openCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The checkout */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        /** Cancel the checkout and free its stock */
        delete: operations["cancelCheckout"];
        options?: never;
        head?: never;
        /**
         * Choose address, shipping and payment
         * @description Several choices may come in one call; the address is judged first. Another address drops shipping choices that do not cover it.
         */
        patch: operations["updateCheckout"];
        trace?: never;
    };
    "/checkouts/{id}/shipping-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shipping methods per seller
         * @description For the address chosen in the checkout.
         */
        get: operations["listShippingOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkouts/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place the order
         * @description One order with a group per seller. Refused without any change if a line can no longer be bought or a price has moved. One order per checkout, even without a key.
         */
        post: operations["confirmCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own orders */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One order with its groups */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel what no seller has accepted yet
         * @description Applies to every group still PENDING_ACCEPTANCE and answers per group.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the order is */
        get: operations["getOrderTracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own in-app notifications */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark one as read */
        post: operations["markNotificationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark all as read */
        post: operations["markAllNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply to sell
         * @description The applicant becomes the owner. One seller per account; after a rejection one may apply anew.
         */
        post: operations["applyAsSeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own seller
         * @description Owner and staff; the owner sees it before approval too. 404 for anybody without a seller.
         */
        get: operations["getSeller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the display name
         * @description The legal name cannot be edited: sending it is refused.
         */
        patch: operations["updateSeller"];
        trace?: never;
    };
    "/seller/vacation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on vacation or come back
         * @description Offers of a seller on vacation cannot be bought.
         */
        post: operations["setSellerVacation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/warehouses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own warehouses */
        get: operations["listWarehouses"];
        put?: never;
        /** Add a warehouse */
        post: operations["createWarehouse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/warehouses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a warehouse */
        patch: operations["updateWarehouse"];
        trace?: never;
    };
    "/seller/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own products */
        get: operations["listSellerProducts"];
        put?: never;
        /** Add a product with its variants */
        post: operations["createSellerProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a product */
        patch: operations["updateSellerProduct"];
        trace?: never;
    };
    "/seller/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own offers */
        get: operations["listSellerOffers"];
        put?: never;
        /**
         * Offer a variant
         * @description One offer per seller and variant.
         */
        post: operations["createSellerOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the price, or switch an offer on or off */
        patch: operations["updateSellerOffer"];
        trace?: never;
    };
    "/seller/stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own stock levels */
        get: operations["listSellerStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/stock/{offerId}/{warehouseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the counted stock
         * @description A level never set before has version 0: If-Match "0". Counting below what is reserved takes the newest reservations away.
         */
        put: operations["setSellerStock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own order groups */
        get: operations["listOrderGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One order group */
        get: operations["getOrderGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the group
         * @description Still allowed after the deadline, until somebody cancels.
         */
        post: operations["acceptOrderGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject the group
         * @description Stock goes back and the payment becomes VOID.
         */
        post: operations["rejectOrderGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups/{id}/pack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark the group as packed */
        post: operations["packOrderGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller/order-groups/{id}/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark the group as ready for pickup
         * @description A delivery task begins and looks for a driver.
         */
        post: operations["readyOrderGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/application": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply to drive */
        post: operations["applyAsDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own driver record
         * @description 404 for anybody who has not applied.
         */
        get: operations["getDriver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/shift/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a shift */
        post: operations["startShift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/shift/break": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a break */
        post: operations["breakShift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/shift/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Come back from a break */
        post: operations["resumeShift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/shift/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the shift
         * @description Refused while accepted work is listed or goods are held.
         */
        post: operations["endShift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own tasks */
        get: operations["listDriverTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/route": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own route
         * @description 404 while there is no route.
         */
        get: operations["getDriverRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an offered task */
        post: operations["acceptTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline an offered task */
        post: operations["declineTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/pick-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pick the goods up at the warehouse */
        post: operations["pickUpTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/in-transit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set out for the buyer */
        post: operations["startTransit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/arrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Arrive at the door */
        post: operations["arriveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/delivery-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a delivery code
         * @description Sent to the buyer; valid 30 minutes, only the latest works. The answer tells until when, never the code.
         */
        post: operations["requestDeliveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/verify-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter the code the buyer reads out
         * @description Five wrong tries void the code.
         */
        post: operations["verifyDeliveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/record-cash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the cash taken
         * @description Must equal the amount due.
         */
        post: operations["recordCash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/tasks/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete the delivery */
        post: operations["completeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report positions in a batch */
        post: operations["reportLocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver/cash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Own cash on hand */
        get: operations["getDriverCash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board in numbers */
        get: operations["getDispatchOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List delivery tasks */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery task */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign by hand
         * @description Overrides the automatic choice, except the zone and cash rules. 202 when the driver's side has not answered within 3 seconds: follow Location.
         */
        post: operations["assignTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks/{id}/unassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a task back */
        post: operations["unassignTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task before its pickup
         * @description The order group is cancelled with it: stock goes back and the payment becomes VOID.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/tasks/{id}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why this driver */
        get: operations["getTaskExplanation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List delivery zones */
        get: operations["listZones"];
        put?: never;
        /** Add a delivery zone */
        post: operations["createZone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List drivers */
        get: operations["listDrivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/drivers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One driver */
        get: operations["getDispatchDriver"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change zones, cash limit or capacity */
        patch: operations["updateDriver"];
        trace?: never;
    };
    "/dispatch/drivers/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve an application */
        post: operations["approveDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/drivers/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an application */
        post: operations["rejectDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/drivers/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a driver
         * @description May still finish, return and hand in.
         */
        post: operations["suspendDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/drivers/{id}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reinstate a suspended driver */
        post: operations["reinstateDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List routes */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/routes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One route */
        get: operations["getRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/cash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cash in the field */
        get: operations["getCashOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/cash/drivers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cash of one driver */
        get: operations["getDriverCashForDispatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/cash/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a driver's cash in
         * @description Closes every collection up to now. A difference above the threshold waits for a second dispatcher.
         */
        post: operations["createSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/cash/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One settlement */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/cash/settlements/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a settlement with a difference
         * @description By another dispatcher than the one who counted.
         */
        post: operations["approveSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List alerts */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that somebody is on it */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch/alerts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close an alert */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant a role
         * @description Only the super-administrator grants ADMIN.
         */
        post: operations["grantRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role away
         * @description The super-administrator cannot be demoted.
         */
        delete: operations["revokeRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sellers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sellers */
        get: operations["listSellersForAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sellers/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve an application */
        post: operations["approveSeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sellers/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an application */
        post: operations["rejectSeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/warehouses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change any seller's warehouse */
        patch: operations["updateWarehouseAsAdmin"];
        trace?: never;
    };
    "/admin/stock/{offerId}/{warehouseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set any seller's counted stock
         * @description A level never set before has version 0: If-Match "0". Counting below what is reserved takes the newest reservations away.
         */
        put: operations["setStockAsAdmin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/order-groups/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an order group before its pickup */
        post: operations["cancelOrderGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all orders */
        get: operations["listAllOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All settings */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change or confirm settings
         * @description Each setting may bring a new value, its confirmation, or both.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/admin/ledger/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum the books */
        get: operations["checkLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what */
        get: operations["getAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Only null: the second half of "this or nothing", since OpenAPI 3.0 ignores nullable next to $ref.
         * @enum {string|null}
         */
        Null: null;
        /** @description Nothing to say: an empty object, or no body at all. */
        EmptyBody: Record<string, never>;
        /** @description An amount as a decimal string with two decimals; never a number. */
        Money: {
            amount: string;
            /** @enum {string} */
            currency: "QAR";
        };
        /** @description An amount of zero or more, as a decimal string with two decimals. */
        MoneyInput: {
            amount: string;
            /** @enum {string} */
            currency: "QAR";
        };
        /** @description A text in both languages. */
        LocalizedText: {
            en: string;
            ar: string;
        };
        /** @description A name in both languages, as sent. */
        LocalizedName: {
            en: string;
            ar: string;
        };
        /** @description A long text in both languages, as sent. */
        LocalizedDescription: {
            en: string;
            ar: string;
        };
        /** @description A point in WGS 84 degrees. */
        GeoPoint: {
            latitude: number;
            longitude: number;
        };
        Page: {
            /** @description Give it back as cursor to go on; null on the last page. */
            nextCursor: string | null;
            hasMore: boolean;
        };
        /** @enum {string} */
        Locale: "en" | "ar";
        /** @enum {string} */
        Role: "BUYER" | "SELLER_OWNER" | "SELLER_STAFF" | "DRIVER" | "DISPATCHER" | "ADMIN";
        /** @enum {string} */
        Actor: "BUYER" | "SELLER_OWNER" | "SELLER_STAFF" | "DRIVER" | "DISPATCHER" | "ADMIN" | "SYSTEM";
        /** @description Why; kept in the history. */
        Reason: {
            reason: string;
        };
        OptionalReason: {
            reason?: string;
        };
        /** @description What tells this variant from its sisters, for example weight or colour. */
        VariantOptions: {
            [key: string]: string;
        };
        /** @description Prices include tax, so tax is a part of goods and shipping, not added to them. */
        Totals: {
            goods: components["schemas"]["Money"];
            shipping: components["schemas"]["Money"];
            tax: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
        };
        ProblemError: {
            /** @description JSON pointer into the body, or for instance query/limit, path/id, header/if-match. */
            pointer: string;
            code: string;
            message: string;
        };
        ProblemLine: {
            /** Format: uuid */
            lineId?: string;
            /** Format: uuid */
            offerId: string;
            name?: string;
            requested?: number;
            available?: number;
            oldPrice?: components["schemas"]["Money"];
            newPrice?: components["schemas"]["Money"];
        };
        ProblemSeller: {
            /** Format: uuid */
            sellerId: string;
            name: string;
        };
        /** @description RFC 9457 problem document. Members beyond the ones listed may appear. */
        Problem: {
            /** @description Stands for the code, as a URI reference. */
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            code: string;
            requestId: string;
            errors?: components["schemas"]["ProblemError"][];
            /** @description With INVALID_STATE: the state that refused the command. */
            currentState?: string;
            /** @description With INVALID_STATE: what may be done now. */
            allowedCommands?: string[];
            /** @description With checkout.ITEM_UNAVAILABLE and checkout.PRICE_CHANGED: the lines concerned. */
            lines?: components["schemas"]["ProblemLine"][];
            /** @description With checkout.ADDRESS_UNSERVICEABLE: the sellers that cannot deliver there. */
            sellers?: components["schemas"]["ProblemSeller"][];
        } & {
            [key: string]: unknown;
        };
        Account: {
            /** Format: uuid */
            id: string;
            /** Format: email */
            email: string;
            displayName: string;
            locale: components["schemas"]["Locale"];
            roles: components["schemas"]["Role"][];
            verified: boolean;
            mfaEnrolled: boolean;
            /** @enum {string} */
            status: "ACTIVE" | "DISABLED";
            /** Format: uuid */
            sellerId: string | null;
            /** Format: uuid */
            driverId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        RegisterRequest: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
            displayName: string;
            locale: components["schemas"]["Locale"];
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
            /** @description Authenticator code of 6 digits, or a recovery code. */
            mfaToken?: string;
        };
        RefreshRequest: {
            refreshToken?: string;
        };
        /** @description What became of the guest cart at sign-in; adjusted lines are those that could not keep their quantity. */
        CartMerge: {
            merged: {
                /** Format: uuid */
                variantId: string;
                /** Format: uuid */
                offerId: string;
                quantity: number;
            }[];
            adjusted: {
                /** Format: uuid */
                offerId: string;
                requested: number;
                quantity: number;
                /** @enum {string} */
                reason: "INSUFFICIENT_STOCK" | "QUANTITY_LIMIT" | "UNAVAILABLE";
            }[];
        };
        AuthSession: {
            accessToken: string;
            /** @enum {string} */
            tokenType: "Bearer";
            /** @description Seconds until the access token ends. */
            expiresIn: number;
            refreshToken: string;
            account: components["schemas"]["Account"];
            cartMerge?: components["schemas"]["CartMerge"] | components["schemas"]["Null"];
        };
        MfaEnrolment: {
            secret: string;
            otpauthUri: string;
            qrSvg: string;
        };
        MfaConfirmRequest: {
            code: string;
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        Category: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
        };
        CategoryList: {
            data: components["schemas"]["Category"][];
            page: components["schemas"]["Page"];
        };
        /** @description One seller's price and availability for a variant. */
        ShopperOffer: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            variantId: string;
            /** Format: uuid */
            sellerId: string;
            sellerName: string;
            price: components["schemas"]["Money"];
            available: number;
            buyable: boolean;
        };
        ShopperOfferList: {
            data: components["schemas"]["ShopperOffer"][];
            page: components["schemas"]["Page"];
        };
        ProductSummary: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            categoryId: string;
            name: string;
            digital: boolean;
            inStock: boolean;
            variantCount: number;
            fromPrice: components["schemas"]["Money"] | components["schemas"]["Null"];
        };
        ProductList: {
            data: components["schemas"]["ProductSummary"][];
            page: components["schemas"]["Page"];
        };
        Variant: {
            /** Format: uuid */
            id: string;
            sku: string;
            name: string;
            options: components["schemas"]["VariantOptions"];
            /** @description Pieces that can be bought now, over all offers. */
            available: number;
            bestOffer: components["schemas"]["ShopperOffer"] | components["schemas"]["Null"];
        };
        Product: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            categoryId: string;
            categoryName: string;
            name: string;
            description: string;
            digital: boolean;
            variants: components["schemas"]["Variant"][];
        };
        SellerProfile: {
            /** Format: uuid */
            id: string;
            name: string;
            onVacation: boolean;
        };
        CartItem: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            offerId: string;
            /** Format: uuid */
            variantId: string;
            /** Format: uuid */
            productId: string;
            /** Format: uuid */
            sellerId: string;
            name: string;
            sellerName: string;
            options: components["schemas"]["VariantOptions"];
            quantity: number;
            unitPrice: components["schemas"]["Money"];
            lineTotal: components["schemas"]["Money"];
            available: number;
            buyable: boolean;
        };
        Cart: {
            /**
             * Format: uuid
             * @description Null until something was put in.
             */
            id: string | null;
            /** @description For guests only: send it as X-Cart-Token from now on. */
            token: string | null;
            items: components["schemas"]["CartItem"][];
            subtotal: components["schemas"]["Money"];
            /** @description Sum of the quantities. */
            itemCount: number;
        };
        AddCartItemRequest: {
            /** Format: uuid */
            offerId: string;
            quantity: number;
        };
        UpdateCartItemRequest: {
            quantity: number;
        };
        /** @description The blue plate of a building in Qatar. */
        StreetAddress: {
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit: string | null;
            floor: string | null;
            landmark: string | null;
        };
        /** @description A delivery address as it was copied; later edits do not touch it. */
        AddressSnapshot: {
            contactName: string;
            phone: string;
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit: string | null;
            floor: string | null;
            landmark: string | null;
            location: components["schemas"]["GeoPoint"];
        };
        Address: {
            /** Format: uuid */
            id: string;
            label: string | null;
            contactName: string;
            phone: string;
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit: string | null;
            floor: string | null;
            landmark: string | null;
            location: components["schemas"]["GeoPoint"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AddressList: {
            data: components["schemas"]["Address"][];
            page: components["schemas"]["Page"];
        };
        CreateAddressRequest: {
            label?: string | null;
            contactName: string;
            phone: string;
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit?: string | null;
            floor?: string | null;
            landmark?: string | null;
            location: components["schemas"]["GeoPoint"];
        };
        UpdateAddressRequest: {
            label?: string | null;
            contactName?: string;
            phone?: string;
            zoneNumber?: number;
            streetNumber?: number;
            buildingNumber?: number;
            unit?: string | null;
            floor?: string | null;
            landmark?: string | null;
            location?: components["schemas"]["GeoPoint"];
        };
        /** @enum {string} */
        ShippingCode: "STANDARD" | "EXPRESS" | "CUSTOM";
        /** @enum {string} */
        PaymentMethod: "COD";
        CheckoutLine: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            offerId: string;
            /** Format: uuid */
            variantId: string;
            /** Format: uuid */
            sellerId: string;
            name: string;
            quantity: number;
            unitPrice: components["schemas"]["Money"];
            lineTotal: components["schemas"]["Money"];
        };
        CheckoutShipping: {
            /** Format: uuid */
            sellerId: string;
            /** Format: uuid */
            methodId: string;
            code: components["schemas"]["ShippingCode"];
            price: components["schemas"]["Money"];
            /** Format: date */
            promisedFrom: string;
            /** Format: date */
            promisedTo: string;
        };
        Checkout: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "OPEN" | "CONFIRMED" | "EXPIRED" | "CANCELLED";
            /** Format: date-time */
            expiresAt: string;
            lines: components["schemas"]["CheckoutLine"][];
            address: components["schemas"]["AddressSnapshot"] | components["schemas"]["Null"];
            shipping: components["schemas"]["CheckoutShipping"][];
            /** @enum {string|null} */
            paymentMethod: "COD" | null;
            codAllowed: boolean;
            totals: components["schemas"]["Totals"];
            /** Format: uuid */
            orderId: string | null;
        };
        UpdateCheckoutRequest: {
            /** Format: uuid */
            addressId?: string;
            shipping?: {
                /** Format: uuid */
                sellerId: string;
                /** Format: uuid */
                methodId: string;
            }[];
            paymentMethod?: components["schemas"]["PaymentMethod"];
        };
        ShippingMethod: {
            /** Format: uuid */
            methodId: string;
            code: components["schemas"]["ShippingCode"];
            name: string;
            price: components["schemas"]["Money"];
            promise: {
                /** Format: date */
                earliest: string;
                /** Format: date */
                latest: string;
            };
            /** @description False for a method of the seller's own. */
            platform: boolean;
        };
        SellerShippingOptions: {
            /** Format: uuid */
            sellerId: string;
            sellerName: string;
            methods: components["schemas"]["ShippingMethod"][];
        };
        ShippingOptions: {
            data: components["schemas"]["SellerShippingOptions"][];
            page: components["schemas"]["Page"];
        };
        /** @enum {string} */
        OrderStatus: "PENDING" | "IN_PROGRESS" | "DELIVERED" | "PARTIALLY_DELIVERED" | "CANCELLED";
        /** @enum {string} */
        GroupStatus: "PENDING_ACCEPTANCE" | "ACCEPTED" | "PACKED" | "READY_FOR_PICKUP" | "PICKED_UP" | "IN_TRANSIT" | "DELIVERED" | "REJECTED" | "CANCELLED" | "DELIVERY_FAILED" | "RETURNING" | "RETURNED" | "WRITTEN_OFF";
        /** @enum {string} */
        TaskStatus: "UNASSIGNED" | "ASSIGNED" | "ACCEPTED" | "PICKED_UP" | "IN_TRANSIT" | "ARRIVED" | "CODE_VERIFIED" | "CASH_RECORDED" | "COMPLETED" | "FAILED" | "RETURNING" | "RETURNED" | "WRITTEN_OFF" | "CANCELLED";
        GroupHistoryEntry: {
            /** Format: date-time */
            at: string;
            status: components["schemas"]["GroupStatus"];
            by: components["schemas"]["Actor"];
            reason: string | null;
        };
        OrderLine: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            variantId: string;
            /** Format: uuid */
            offerId: string;
            name: string;
            sku: string;
            quantity: number;
            unitPrice: components["schemas"]["Money"];
            lineTotal: components["schemas"]["Money"];
            /** @description Per cent, as a decimal string. */
            taxRate: string;
            taxAmount: components["schemas"]["Money"];
        };
        GroupPayment: {
            /** @enum {string} */
            status: "PENDING" | "COLLECTED" | "SETTLED" | "VOID";
            amountDue: components["schemas"]["Money"];
            amountCollected: components["schemas"]["Money"];
        };
        GroupShipping: {
            code: components["schemas"]["ShippingCode"];
            name: string;
            price: components["schemas"]["Money"];
            /** Format: date */
            promisedFrom: string;
            /** Format: date */
            promisedTo: string;
        };
        GroupTask: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["TaskStatus"];
        };
        OrderGroup: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orderId: string;
            orderNumber: string;
            /** Format: uuid */
            sellerId: string;
            sellerName: string;
            status: components["schemas"]["GroupStatus"];
            /** @description What the caller may do with it now. */
            allowedActions: string[];
            payment: components["schemas"]["GroupPayment"];
            shipping: components["schemas"]["GroupShipping"];
            /**
             * Format: date-time
             * @description The seller's acceptance deadline.
             */
            acceptBy: string;
            lines: components["schemas"]["OrderLine"][];
            totals: components["schemas"]["Totals"];
            task: components["schemas"]["GroupTask"] | components["schemas"]["Null"];
            version: number;
            history: components["schemas"]["GroupHistoryEntry"][];
        };
        OrderGroupList: {
            data: components["schemas"]["OrderGroup"][];
            page: components["schemas"]["Page"];
        };
        Order: {
            /** Format: uuid */
            id: string;
            number: string;
            status: components["schemas"]["OrderStatus"];
            /** Format: date-time */
            placedAt: string;
            address: components["schemas"]["AddressSnapshot"];
            groups: components["schemas"]["OrderGroup"][];
            totals: components["schemas"]["Totals"];
            paymentMethod: components["schemas"]["PaymentMethod"];
        };
        OrderSummary: {
            /** Format: uuid */
            id: string;
            number: string;
            status: components["schemas"]["OrderStatus"];
            /** Format: date-time */
            placedAt: string;
            total: components["schemas"]["Money"];
            paymentMethod: components["schemas"]["PaymentMethod"];
            groups: {
                /** Format: uuid */
                id: string;
                sellerName: string;
                status: components["schemas"]["GroupStatus"];
            }[];
        };
        OrderList: {
            data: components["schemas"]["OrderSummary"][];
            page: components["schemas"]["Page"];
        };
        OrderCancellation: {
            order: components["schemas"]["Order"];
            groups: {
                /** Format: uuid */
                groupId: string;
                cancelled: boolean;
                /** @description Why this group stays: an error code. */
                code: string | null;
            }[];
        };
        DriverPosition: {
            latitude: number;
            longitude: number;
            /** Format: date-time */
            recordedAt: string;
        };
        TrackedGroup: {
            /** Format: uuid */
            groupId: string;
            sellerName: string;
            status: components["schemas"]["GroupStatus"];
            driver: components["schemas"]["TrackedDriver"] | components["schemas"]["Null"];
            driverLocation: components["schemas"]["DriverPosition"] | components["schemas"]["Null"];
            /** Format: date-time */
            eta: string | null;
            history: components["schemas"]["GroupHistoryEntry"][];
        };
        TrackedDriver: {
            displayName: string;
        };
        OrderTracking: {
            /** Format: uuid */
            orderId: string;
            number: string;
            status: components["schemas"]["OrderStatus"];
            groups: components["schemas"]["TrackedGroup"][];
        };
        /** @enum {string} */
        NotificationKind: "SIGN_IN_CODE" | "EMAIL_VERIFICATION" | "PASSWORD_RESET" | "STAFF_INVITATION" | "ORDER_PLACED" | "GROUP_ACCEPTED" | "GROUP_REJECTED" | "GROUP_READY" | "PICKED_UP" | "IN_TRANSIT" | "DELIVERED" | "DELIVERY_FAILED" | "CANCELLED" | "DELIVERY_CODE" | "NEW_ORDER" | "DEADLINE_MISSED" | "LOW_STOCK" | "SELLER_APPROVED" | "SELLER_REJECTED" | "BANK_ACCOUNT_CHANGED" | "TASK_OFFERED" | "TASK_WITHDRAWN" | "DRIVER_APPROVED" | "SHIFT_REMINDER" | "CASH_NEAR_LIMIT" | "SETTLEMENT_RECEIPT" | "ALERT";
        Notification: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["NotificationKind"];
            title: string;
            /** @description For DELIVERY_CODE it carries the code, for its recipient only. */
            body: string;
            /** @description Ids of what it is about, by kind. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            readAt: string | null;
        };
        NotificationPage: {
            nextCursor: string | null;
            hasMore: boolean;
            unreadCount: number;
        };
        NotificationList: {
            data: components["schemas"]["Notification"][];
            page: components["schemas"]["NotificationPage"];
        };
        CreateWarehouseRequest: {
            name: string;
            phone?: string | null;
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit?: string | null;
            landmark?: string | null;
            location: components["schemas"]["GeoPoint"];
        };
        UpdateWarehouseRequest: {
            name?: string;
            phone?: string | null;
            zoneNumber?: number;
            streetNumber?: number;
            buildingNumber?: number;
            unit?: string | null;
            landmark?: string | null;
            location?: components["schemas"]["GeoPoint"];
        };
        Warehouse: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sellerId: string;
            name: string;
            phone: string | null;
            zoneNumber: number;
            streetNumber: number;
            buildingNumber: number;
            unit: string | null;
            landmark: string | null;
            location: components["schemas"]["GeoPoint"];
            /** @description True while the imported address stands in for a real one. */
            placeholder: boolean;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WarehouseList: {
            data: components["schemas"]["Warehouse"][];
            page: components["schemas"]["Page"];
        };
        /** @enum {string} */
        SellerStatus: "APPLIED" | "ACTIVE" | "REJECTED" | "SUSPENDED";
        SellerApplicationRequest: {
            legalName: string;
            displayName: components["schemas"]["LocalizedName"];
            warehouse: components["schemas"]["CreateWarehouseRequest"];
        };
        CommissionPlan: {
            /** Format: uuid */
            id: string;
            name: string;
            percent: string;
        };
        Seller: {
            /** Format: uuid */
            id: string;
            /** @description Frozen once applied. */
            legalName: string;
            displayName: components["schemas"]["LocalizedText"];
            status: components["schemas"]["SellerStatus"];
            onVacation: boolean;
            /**
             * Format: uuid
             * @description Null for an imported seller: nobody can accept its orders.
             */
            ownerAccountId: string | null;
            /** @description True while the imported legal name stands in for a real one. */
            placeholder: boolean;
            commissionPlan: components["schemas"]["CommissionPlan"];
            rejectionReason: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SellerList: {
            data: components["schemas"]["Seller"][];
            page: components["schemas"]["Page"];
        };
        /** @description The legal name is not among the fields: it cannot be edited after application. */
        UpdateSellerRequest: {
            displayName: components["schemas"]["LocalizedName"];
        };
        VacationRequest: {
            onVacation: boolean;
        };
        /** @description Without a name the variant is called by its options. */
        CreateVariantRequest: {
            sku: string;
            options: components["schemas"]["VariantOptions"];
            name?: components["schemas"]["LocalizedName"];
        };
        CreateProductRequest: {
            /** Format: uuid */
            categoryId: string;
            title: components["schemas"]["LocalizedName"];
            description: components["schemas"]["LocalizedDescription"];
            /** @description False unless said otherwise. Digital goods cannot be paid in cash. */
            digital?: boolean;
            variants: components["schemas"]["CreateVariantRequest"][];
        };
        UpdateProductRequest: {
            /** Format: uuid */
            categoryId?: string;
            title?: components["schemas"]["LocalizedName"];
            description?: components["schemas"]["LocalizedDescription"];
        };
        SellerVariant: {
            /** Format: uuid */
            id: string;
            sku: string;
            options: components["schemas"]["VariantOptions"];
            name: components["schemas"]["LocalizedText"];
        };
        SellerProduct: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sellerId: string;
            /** Format: uuid */
            categoryId: string;
            title: components["schemas"]["LocalizedText"];
            description: components["schemas"]["LocalizedText"];
            digital: boolean;
            variants: components["schemas"]["SellerVariant"][];
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SellerProductList: {
            data: components["schemas"]["SellerProduct"][];
            page: components["schemas"]["Page"];
        };
        /** @description An amount above zero, as a decimal string with two decimals. */
        PriceInput: {
            amount: string;
            /** @enum {string} */
            currency: "QAR";
        };
        CreateOfferRequest: {
            /** Format: uuid */
            variantId: string;
            price: components["schemas"]["PriceInput"];
            /** @description True unless said otherwise. */
            active?: boolean;
        };
        UpdateOfferRequest: {
            price?: components["schemas"]["PriceInput"];
            active?: boolean;
        };
        SellerOffer: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            sellerId: string;
            /** Format: uuid */
            productId: string;
            /** Format: uuid */
            variantId: string;
            sku: string;
            productTitle: components["schemas"]["LocalizedText"];
            options: components["schemas"]["VariantOptions"];
            price: components["schemas"]["Money"];
            active: boolean;
            available: number;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SellerOfferList: {
            data: components["schemas"]["SellerOffer"][];
            page: components["schemas"]["Page"];
        };
        StockLevel: {
            /** Format: uuid */
            offerId: string;
            /** Format: uuid */
            warehouseId: string;
            /** Format: uuid */
            variantId: string;
            sku: string;
            onHand: number;
            reserved: number;
            available: number;
            version: number;
            /** Format: date-time */
            updatedAt: string;
        };
        StockLevelList: {
            data: components["schemas"]["StockLevel"][];
            page: components["schemas"]["Page"];
        };
        SetStockRequest: {
            onHand: number;
            reason?: string;
        };
        Vehicle: {
            /** @enum {string} */
            type: "BICYCLE" | "MOTORCYCLE" | "CAR" | "VAN";
            plate: string | null;
        };
        DriverApplicationRequest: {
            fullName: string;
            phone: string;
            vehicle: {
                /** @enum {string} */
                type: "BICYCLE" | "MOTORCYCLE" | "CAR" | "VAN";
                plate?: string;
            };
        };
        /** @enum {string} */
        DriverStatus: "APPLIED" | "APPROVED" | "REJECTED" | "SUSPENDED";
        /** @enum {string} */
        Presence: "ONLINE" | "STALE" | "OFFLINE";
        Shift: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "PLANNED" | "ON_DUTY" | "ON_BREAK" | "ENDED" | "MISSED" | "CANCELLED";
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        Driver: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            accountId: string;
            fullName: string;
            phone: string;
            vehicle: components["schemas"]["Vehicle"];
            status: components["schemas"]["DriverStatus"];
            zoneIds: string[];
            cashLimit: components["schemas"]["Money"] | components["schemas"]["Null"];
            /** @description How many tasks at once. */
            capacity: number;
            cashOnHand: components["schemas"]["Money"];
            shift: components["schemas"]["Shift"] | components["schemas"]["Null"];
            presence: components["schemas"]["Presence"];
            version: number;
        };
        DriverList: {
            data: components["schemas"]["Driver"][];
            page: components["schemas"]["Page"];
        };
        TaskOffer: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null for an assignment by hand: it does not time out.
             */
            expiresAt: string | null;
        };
        PickupStop: {
            name: string;
            address: components["schemas"]["StreetAddress"];
            location: components["schemas"]["GeoPoint"];
            phone: string | null;
        };
        DropoffStop: {
            contactName: string;
            phone: string;
            address: components["schemas"]["StreetAddress"];
            location: components["schemas"]["GeoPoint"];
        };
        TaskGoods: {
            name: string;
            quantity: number;
        };
        TaskHistoryEntry: {
            /** Format: date-time */
            at: string;
            status: components["schemas"]["TaskStatus"];
            by: components["schemas"]["Actor"];
            /** Format: uuid */
            driverId: string | null;
            reason: string | null;
        };
        DriverTask: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orderGroupId: string;
            orderNumber: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Grows each time the task goes back to be assigned anew. */
            round: number;
            offer: components["schemas"]["TaskOffer"] | components["schemas"]["Null"];
            pickup: components["schemas"]["PickupStop"];
            dropoff: components["schemas"]["DropoffStop"];
            goods: components["schemas"]["TaskGoods"][];
            cashDue: components["schemas"]["Money"];
            cashRecorded: components["schemas"]["Money"] | components["schemas"]["Null"];
            /** Format: date-time */
            dueBy: string;
            /**
             * Format: date-time
             * @description End of the latest delivery code; null when none is open. The code itself is never here.
             */
            codeExpiresAt: string | null;
            /** @description What the caller may do with it now. */
            allowedActions: string[];
            version: number;
        };
        DriverTaskList: {
            data: components["schemas"]["DriverTask"][];
            page: components["schemas"]["Page"];
        };
        VerifyCodeRequest: {
            code: string;
        };
        RecordCashRequest: {
            amount: components["schemas"]["MoneyInput"];
        };
        RouteStop: {
            /** Format: uuid */
            taskId: string;
            /** @enum {string} */
            kind: "PICKUP" | "DROPOFF";
            sequence: number;
            location: components["schemas"]["GeoPoint"];
            /** Format: date-time */
            eta: string | null;
            /** Format: date-time */
            arrivedAt: string | null;
            /** @description Kept in its place by a dispatcher. */
            locked: boolean;
            done: boolean;
        };
        Route: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            driverId: string;
            driverName: string;
            /** Format: uuid */
            shiftId: string;
            version: number;
            stops: components["schemas"]["RouteStop"][];
        };
        RouteList: {
            data: components["schemas"]["Route"][];
            page: components["schemas"]["Page"];
        };
        LocationPoint: {
            /** @description Counts up on the device; the highest is the position, lower ones are history. */
            sequence: number;
            latitude: number;
            longitude: number;
            /** @description Metres. */
            accuracy: number;
            /** Format: date-time */
            recordedAt: string;
            /** @description Metres per second. */
            speed?: number;
            /** @description Degrees from north. */
            heading?: number;
        };
        ReportLocationsRequest: {
            points: components["schemas"]["LocationPoint"][];
        };
        LocationReceipt: {
            accepted: number;
            latestSequence: number;
        };
        CashEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "COLLECTION" | "HAND_IN" | "REVERSAL";
            amount: components["schemas"]["Money"];
            /** Format: uuid */
            taskId: string | null;
            orderNumber: string | null;
            /**
             * Format: uuid
             * @description The settlement that closed it.
             */
            settlementId: string | null;
        };
        CashView: {
            /** Format: uuid */
            driverId: string;
            onHand: components["schemas"]["Money"];
            limit: components["schemas"]["Money"] | components["schemas"]["Null"];
            entries: components["schemas"]["CashEntry"][];
            page: components["schemas"]["Page"];
        };
        DispatchTask: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orderGroupId: string;
            orderNumber: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Grows each time the task goes back to be assigned anew. */
            round: number;
            offer: components["schemas"]["TaskOffer"] | components["schemas"]["Null"];
            pickup: components["schemas"]["PickupStop"];
            dropoff: components["schemas"]["DropoffStop"];
            goods: components["schemas"]["TaskGoods"][];
            cashDue: components["schemas"]["Money"];
            cashRecorded: components["schemas"]["Money"] | components["schemas"]["Null"];
            /** Format: date-time */
            dueBy: string;
            /**
             * Format: date-time
             * @description End of the latest delivery code; null when none is open. The code itself is never here.
             */
            codeExpiresAt: string | null;
            /** @description What the caller may do with it now. */
            allowedActions: string[];
            version: number;
            /** Format: uuid */
            driverId: string | null;
            driverName: string | null;
            /**
             * Format: uuid
             * @description The zone it waits in; null once nobody looks for a driver.
             */
            zoneId: string | null;
            /** Format: uuid */
            sellerId: string;
            history: components["schemas"]["TaskHistoryEntry"][];
        };
        DispatchTaskList: {
            data: components["schemas"]["DispatchTask"][];
            page: components["schemas"]["Page"];
        };
        DispatchOverview: {
            /** Format: date-time */
            at: string;
            tasks: {
                status: components["schemas"]["TaskStatus"];
                count: number;
            }[];
            drivers: {
                onDuty: number;
                onBreak: number;
                offDuty: number;
                online: number;
                stale: number;
                offline: number;
            };
            openAlerts: number;
        };
        AssignTaskRequest: {
            /** Format: uuid */
            driverId: string;
        };
        Candidate: {
            /** Format: uuid */
            driverId: string;
            driverName: string;
            eligible: boolean;
            /** @description Seconds that the two stops add to the route; null when excluded. */
            costSeconds: number | null;
            /** @description The rule that excluded this driver. */
            rule: string | null;
            detail: string | null;
        };
        AssignmentChoice: {
            round: number;
            /** Format: date-time */
            at: string;
            policy: string;
            /** Format: uuid */
            chosenDriverId: string | null;
            manual: boolean;
            candidates: components["schemas"]["Candidate"][];
        };
        TaskExplanation: {
            /** Format: uuid */
            taskId: string;
            choices: components["schemas"]["AssignmentChoice"][];
        };
        /** @description Longitude, then latitude. */
        Position: number[];
        /** @description Closed: its last position is its first. */
        LinearRing: components["schemas"]["Position"][];
        Polygon: {
            /** @enum {string} */
            type: "Polygon";
            coordinates: components["schemas"]["LinearRing"][];
        };
        MultiPolygon: {
            /** @enum {string} */
            type: "MultiPolygon";
            coordinates: components["schemas"]["LinearRing"][][];
        };
        /** @description GeoJSON geometry in WGS 84. */
        ZoneGeometry: components["schemas"]["Polygon"] | components["schemas"]["MultiPolygon"];
        CreateZoneRequest: {
            name: components["schemas"]["LocalizedName"];
            /** @description The higher one wins where zones overlap. */
            priority: number;
            geometry: components["schemas"]["ZoneGeometry"];
            active: boolean;
        };
        Zone: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["LocalizedText"];
            priority: number;
            geometry: components["schemas"]["ZoneGeometry"];
            active: boolean;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ZoneList: {
            data: components["schemas"]["Zone"][];
            page: components["schemas"]["Page"];
        };
        ApproveDriverRequest: {
            zoneIds: string[];
            cashLimit: components["schemas"]["MoneyInput"];
            capacity?: number;
        };
        UpdateDriverRequest: {
            zoneIds?: string[];
            cashLimit?: components["schemas"]["MoneyInput"];
            capacity?: number;
        };
        DriverCash: {
            /** Format: uuid */
            driverId: string;
            driverName: string;
            onHand: components["schemas"]["Money"];
            limit: components["schemas"]["Money"] | components["schemas"]["Null"];
            openCollections: number;
            /** Format: date-time */
            lastSettledAt: string | null;
        };
        CashOverview: {
            totalOnHand: components["schemas"]["Money"];
            data: components["schemas"]["DriverCash"][];
            page: components["schemas"]["Page"];
        };
        CreateSettlementRequest: {
            /** Format: uuid */
            driverId: string;
            counted: components["schemas"]["MoneyInput"];
            note?: string;
        };
        Settlement: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            driverId: string;
            /** @enum {string} */
            status: "OPEN" | "PENDING_APPROVAL" | "CLOSED";
            expected: components["schemas"]["Money"];
            counted: components["schemas"]["Money"];
            difference: components["schemas"]["Money"];
            receiptNumber: string | null;
            note: string | null;
            /**
             * Format: uuid
             * @description Account of the dispatcher who counted.
             */
            createdBy: string;
            /** Format: uuid */
            approvedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            closedAt: string | null;
            collections: {
                /** Format: uuid */
                taskId: string;
                amount: components["schemas"]["Money"];
            }[];
        };
        /** @enum {string} */
        AlertStatus: "OPEN" | "ACKNOWLEDGED" | "RESOLVED";
        Alert: {
            /** Format: uuid */
            id: string;
            kind: string;
            /** @enum {string} */
            severity: "INFO" | "WARNING" | "CRITICAL";
            subjectType: string;
            subjectId: string;
            message: components["schemas"]["LocalizedText"];
            data: {
                [key: string]: unknown;
            };
            status: components["schemas"]["AlertStatus"];
            /** Format: date-time */
            raisedAt: string;
            /** Format: date-time */
            acknowledgedAt: string | null;
            /** Format: uuid */
            acknowledgedBy: string | null;
            /** Format: date-time */
            resolvedAt: string | null;
            /** Format: uuid */
            resolvedBy: string | null;
            note: string | null;
        };
        AlertList: {
            data: components["schemas"]["Alert"][];
            page: components["schemas"]["Page"];
        };
        ResolveAlertRequest: {
            note?: string;
        };
        AccountList: {
            data: components["schemas"]["Account"][];
            page: components["schemas"]["Page"];
        };
        /**
         * @description Seller and driver roles come from their own approvals. Only the super-administrator grants or takes ADMIN.
         * @enum {string}
         */
        GrantableRole: "BUYER" | "DISPATCHER" | "ADMIN";
        GrantRoleRequest: {
            role: components["schemas"]["GrantableRole"];
        };
        /** @description Without a plan the default one applies. */
        ApproveSellerRequest: {
            /** Format: uuid */
            commissionPlanId?: string;
        };
        AdminOrderSummary: {
            /** Format: uuid */
            id: string;
            number: string;
            status: components["schemas"]["OrderStatus"];
            /** Format: date-time */
            placedAt: string;
            total: components["schemas"]["Money"];
            paymentMethod: components["schemas"]["PaymentMethod"];
            /** Format: uuid */
            buyerId: string;
            buyerName: string;
            groups: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                sellerId: string;
                sellerName: string;
                status: components["schemas"]["GroupStatus"];
            }[];
        };
        AdminOrderList: {
            data: components["schemas"]["AdminOrderSummary"][];
            page: components["schemas"]["Page"];
        };
        ShippingTerms: {
            price: components["schemas"]["Money"];
            minWorkingDays: number;
            maxWorkingDays: number;
            /** @description From ready for pickup to the door. */
            dueWithinHours: number;
        };
        ShippingTermsInput: {
            price: components["schemas"]["MoneyInput"];
            minWorkingDays: number;
            maxWorkingDays: number;
            dueWithinHours: number;
        };
        MoneySetting: {
            value: components["schemas"]["Money"];
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        MoneySettingInput: {
            value?: components["schemas"]["MoneyInput"];
            confirmed?: boolean;
        };
        MinutesSetting: {
            value: number;
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        MinutesSettingInput: {
            value?: number;
            confirmed?: boolean;
        };
        SecondsSetting: {
            value: number;
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        SecondsSettingInput: {
            value?: number;
            confirmed?: boolean;
        };
        DatesSetting: {
            value: string[];
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        DatesSettingInput: {
            value?: string[];
            confirmed?: boolean;
        };
        TimeSetting: {
            value: string;
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        TimeSettingInput: {
            value?: string;
            confirmed?: boolean;
        };
        ShippingSetting: {
            value: components["schemas"]["ShippingTerms"];
            /** @description False: a development default nobody has confirmed yet. */
            confirmed: boolean;
        };
        ShippingSettingInput: {
            value?: components["schemas"]["ShippingTermsInput"];
            confirmed?: boolean;
        };
        /** @description acceptanceDeadlineMinutes counts working time of the seller; cutoffTime is a time of day in Asia/Qatar. */
        Settings: {
            codMaximum: components["schemas"]["MoneySetting"];
            checkoutLifeMinutes: components["schemas"]["MinutesSetting"];
            acceptanceDeadlineMinutes: components["schemas"]["MinutesSetting"];
            offerTimeoutSeconds: components["schemas"]["SecondsSetting"];
            settlementDifferenceThreshold: components["schemas"]["MoneySetting"];
            holidays: components["schemas"]["DatesSetting"];
            cutoffTime: components["schemas"]["TimeSetting"];
            standardShipping: components["schemas"]["ShippingSetting"];
            expressShipping: components["schemas"]["ShippingSetting"];
            version: number;
        };
        UpdateSettingsRequest: {
            codMaximum?: components["schemas"]["MoneySettingInput"];
            checkoutLifeMinutes?: components["schemas"]["MinutesSettingInput"];
            acceptanceDeadlineMinutes?: components["schemas"]["MinutesSettingInput"];
            offerTimeoutSeconds?: components["schemas"]["SecondsSettingInput"];
            settlementDifferenceThreshold?: components["schemas"]["MoneySettingInput"];
            holidays?: components["schemas"]["DatesSettingInput"];
            cutoffTime?: components["schemas"]["TimeSettingInput"];
            standardShipping?: components["schemas"]["ShippingSettingInput"];
            expressShipping?: components["schemas"]["ShippingSettingInput"];
        };
        LedgerCheck: {
            balanced: boolean;
            entries: number;
            sum: components["schemas"]["Money"];
            accounts: {
                account: string;
                balance: components["schemas"]["Money"];
            }[];
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            accountId: string | null;
            role: components["schemas"]["Actor"] | components["schemas"]["Null"];
            action: string;
            subjectType: string;
            subjectId: string;
            requestId: string | null;
            reason: string | null;
            data: {
                [key: string]: unknown;
            };
        };
        AuditLog: {
            data: components["schemas"]["AuditEntry"][];
            page: components["schemas"]["Page"];
        };
    };
    responses: {
        /** @description The account. */
        Account: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-1357-7f25-91bd-637adc78a147",
                 *       "email": "noora.alkuwari@example.qa",
                 *       "displayName": "نورة الكواري",
                 *       "locale": "ar",
                 *       "roles": [
                 *         "BUYER"
                 *       ],
                 *       "verified": false,
                 *       "mfaEnrolled": false,
                 *       "status": "ACTIVE",
                 *       "sellerId": null,
                 *       "driverId": null,
                 *       "createdAt": "2026-02-10T08:55:12.480Z"
                 *     }
                 */
                "application/json": components["schemas"]["Account"];
            };
        };
        /** @description Signed in. */
        AuthSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "accessToken": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTljIn0.c2lnbmF0dXJl",
                 *       "tokenType": "Bearer",
                 *       "expiresIn": 900,
                 *       "refreshToken": "rt_7Qm2dV0sYkA4hW9xUeLbN1cTgZ5pJr8f",
                 *       "account": {
                 *         "id": "019c4690-1357-7f25-91bd-637adc78a147",
                 *         "email": "noora.alkuwari@example.qa",
                 *         "displayName": "نورة الكواري",
                 *         "locale": "ar",
                 *         "roles": [
                 *           "BUYER"
                 *         ],
                 *         "verified": false,
                 *         "mfaEnrolled": false,
                 *         "status": "ACTIVE",
                 *         "sellerId": null,
                 *         "driverId": null,
                 *         "createdAt": "2026-02-10T08:55:12.480Z"
                 *       },
                 *       "cartMerge": {
                 *         "merged": [
                 *           {
                 *             "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *             "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *             "quantity": 2
                 *           }
                 *         ],
                 *         "adjusted": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AuthSession"];
            };
        };
        /** @description The key to add to an authenticator app. Nothing is on until a code confirms it. */
        MfaEnrolment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                 *       "otpauthUri": "otpauth://totp/Wasl:admin@example.qa?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Wasl",
                 *       "qrSvg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\"></svg>"
                 *     }
                 */
                "application/json": components["schemas"]["MfaEnrolment"];
            };
        };
        /** @description The second factor is on. Each recovery code works once and is shown only here. */
        RecoveryCodes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "recoveryCodes": [
                 *         "7K2M-QX4D",
                 *         "B9TF-3WHL",
                 *         "N5PC-V8RE"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecoveryCodes"];
            };
        };
        /** @description Categories. */
        CategoryList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *           "slug": "dates-and-sweets",
                 *           "name": "تمور وحلويات"
                 *         },
                 *         {
                 *           "id": "019c4690-8761-758c-b624-9a23f5688b82",
                 *           "slug": "oud-and-incense",
                 *           "name": "عود وبخور"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CategoryList"];
            };
        };
        /** @description Offers of one variant, cheapest first. */
        ShopperOfferList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "price": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           },
                 *           "available": 25,
                 *           "buyable": true
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ShopperOfferList"];
            };
        };
        /** @description Products. */
        ProductList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *           "categoryId": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *           "name": "تمر خلاص فاخر",
                 *           "digital": false,
                 *           "inStock": true,
                 *           "variantCount": 2,
                 *           "fromPrice": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           }
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProductList"];
            };
        };
        /** @description The product with its variants. */
        Product: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *       "categoryId": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *       "categoryName": "تمور وحلويات",
                 *       "name": "تمر خلاص فاخر",
                 *       "description": "تمر خلاص من مزارع أم صلال، معبأ يدويا.",
                 *       "digital": false,
                 *       "variants": [
                 *         {
                 *           "id": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sku": "KHALAS-1KG",
                 *           "name": "علبة ١ كجم",
                 *           "options": {
                 *             "weight": "1 kg"
                 *           },
                 *           "available": 25,
                 *           "bestOffer": {
                 *             "id": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *             "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *             "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *             "sellerName": "حلويات سوق واقف",
                 *             "price": {
                 *               "amount": "45.00",
                 *               "currency": "QAR"
                 *             },
                 *             "available": 25,
                 *             "buyable": true
                 *           }
                 *         },
                 *         {
                 *           "id": "019c4690-c166-7ecd-a766-13116cf3fe6a",
                 *           "sku": "KHALAS-500G",
                 *           "name": "علبة ٥٠٠ جم",
                 *           "options": {
                 *             "weight": "500 g"
                 *           },
                 *           "available": 0,
                 *           "bestOffer": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Product"];
            };
        };
        /** @description What shoppers see of a seller. */
        SellerProfile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "name": "حلويات سوق واقف",
                 *       "onVacation": false
                 *     }
                 */
                "application/json": components["schemas"]["SellerProfile"];
            };
        };
        /** @description The cart as it stands now. */
        Cart: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-2219-7fc3-b44d-6bd631f5104a",
                 *       "token": "ct_4fV9qLz0XbT7mKc2",
                 *       "items": [
                 *         {
                 *           "id": "019c4691-3570-7680-8901-1ccc049a4710",
                 *           "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "productId": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "name": "تمر خلاص فاخر",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "options": {
                 *             "weight": "1 kg"
                 *           },
                 *           "quantity": 2,
                 *           "unitPrice": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           },
                 *           "lineTotal": {
                 *             "amount": "90.00",
                 *             "currency": "QAR"
                 *           },
                 *           "available": 25,
                 *           "buyable": true
                 *         }
                 *       ],
                 *       "subtotal": {
                 *         "amount": "90.00",
                 *         "currency": "QAR"
                 *       },
                 *       "itemCount": 2
                 *     }
                 */
                "application/json": components["schemas"]["Cart"];
            };
        };
        /** @description The address. */
        Address: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-48c7-7424-9d46-1c27c3d2924e",
                 *       "label": "البيت",
                 *       "contactName": "نورة الكواري",
                 *       "phone": "+97455123456",
                 *       "zoneNumber": 61,
                 *       "streetNumber": 836,
                 *       "buildingNumber": 12,
                 *       "unit": "1204",
                 *       "floor": "12",
                 *       "landmark": "مقابل سيتي سنتر الدوحة",
                 *       "location": {
                 *         "latitude": 25.3215,
                 *         "longitude": 51.527
                 *       },
                 *       "createdAt": "2026-02-10T09:02:40.000Z",
                 *       "updatedAt": "2026-02-10T09:02:40.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Address"];
            };
        };
        /** @description The buyer's addresses. */
        AddressList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-48c7-7424-9d46-1c27c3d2924e",
                 *           "label": "البيت",
                 *           "contactName": "نورة الكواري",
                 *           "phone": "+97455123456",
                 *           "zoneNumber": 61,
                 *           "streetNumber": 836,
                 *           "buildingNumber": 12,
                 *           "unit": "1204",
                 *           "floor": "12",
                 *           "landmark": "مقابل سيتي سنتر الدوحة",
                 *           "location": {
                 *             "latitude": 25.3215,
                 *             "longitude": 51.527
                 *           },
                 *           "createdAt": "2026-02-10T09:02:40.000Z",
                 *           "updatedAt": "2026-02-10T09:02:40.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AddressList"];
            };
        };
        /** @description The checkout. Its stock stays reserved until expiresAt. */
        Checkout: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-5c1e-7a39-a7fa-44e40bb266fd",
                 *       "status": "OPEN",
                 *       "expiresAt": "2026-02-10T09:20:05.000Z",
                 *       "lines": [
                 *         {
                 *           "id": "019c4691-6f75-779f-befa-a2d3229cb300",
                 *           "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "name": "تمر خلاص فاخر",
                 *           "quantity": 2,
                 *           "unitPrice": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           },
                 *           "lineTotal": {
                 *             "amount": "90.00",
                 *             "currency": "QAR"
                 *           }
                 *         }
                 *       ],
                 *       "address": {
                 *         "contactName": "نورة الكواري",
                 *         "phone": "+97455123456",
                 *         "zoneNumber": 61,
                 *         "streetNumber": 836,
                 *         "buildingNumber": 12,
                 *         "unit": "1204",
                 *         "floor": "12",
                 *         "landmark": "مقابل سيتي سنتر الدوحة",
                 *         "location": {
                 *           "latitude": 25.3215,
                 *           "longitude": 51.527
                 *         }
                 *       },
                 *       "shipping": [
                 *         {
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "methodId": "019c4691-82cc-7ece-8de6-d05cf14954e7",
                 *           "code": "STANDARD",
                 *           "price": {
                 *             "amount": "25.00",
                 *             "currency": "QAR"
                 *           },
                 *           "promisedFrom": "2026-02-12",
                 *           "promisedTo": "2026-02-16"
                 *         }
                 *       ],
                 *       "paymentMethod": "COD",
                 *       "codAllowed": true,
                 *       "totals": {
                 *         "goods": {
                 *           "amount": "90.00",
                 *           "currency": "QAR"
                 *         },
                 *         "shipping": {
                 *           "amount": "25.00",
                 *           "currency": "QAR"
                 *         },
                 *         "tax": {
                 *           "amount": "0.00",
                 *           "currency": "QAR"
                 *         },
                 *         "total": {
                 *           "amount": "115.00",
                 *           "currency": "QAR"
                 *         }
                 *       },
                 *       "orderId": null
                 *     }
                 */
                "application/json": components["schemas"]["Checkout"];
            };
        };
        /** @description What each seller of the checkout can deliver by. One page, always. */
        ShippingOptions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "methods": [
                 *             {
                 *               "methodId": "019c4691-82cc-7ece-8de6-d05cf14954e7",
                 *               "code": "STANDARD",
                 *               "name": "توصيل عادي",
                 *               "price": {
                 *                 "amount": "25.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "promise": {
                 *                 "earliest": "2026-02-12",
                 *                 "latest": "2026-02-16"
                 *               },
                 *               "platform": true
                 *             },
                 *             {
                 *               "methodId": "019c4691-9623-77d1-9dd1-5d086dcbfd74",
                 *               "code": "EXPRESS",
                 *               "name": "توصيل سريع",
                 *               "price": {
                 *                 "amount": "50.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "promise": {
                 *                 "earliest": "2026-02-11",
                 *                 "latest": "2026-02-11"
                 *               },
                 *               "platform": true
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ShippingOptions"];
            };
        };
        /** @description The order group as it stands now. */
        OrderGroup: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *       "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *       "orderNumber": "W-2026-000123",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "sellerName": "حلويات سوق واقف",
                 *       "status": "ACCEPTED",
                 *       "allowedActions": [
                 *         "pack"
                 *       ],
                 *       "payment": {
                 *         "status": "PENDING",
                 *         "amountDue": {
                 *           "amount": "115.00",
                 *           "currency": "QAR"
                 *         },
                 *         "amountCollected": {
                 *           "amount": "0.00",
                 *           "currency": "QAR"
                 *         }
                 *       },
                 *       "shipping": {
                 *         "code": "STANDARD",
                 *         "name": "توصيل عادي",
                 *         "price": {
                 *           "amount": "25.00",
                 *           "currency": "QAR"
                 *         },
                 *         "promisedFrom": "2026-02-12",
                 *         "promisedTo": "2026-02-16"
                 *       },
                 *       "acceptBy": "2026-02-10T13:12:31.207Z",
                 *       "lines": [
                 *         {
                 *           "id": "019c4691-d028-74b2-83d3-57f79e381337",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "name": "تمر خلاص فاخر",
                 *           "sku": "KHALAS-1KG",
                 *           "quantity": 2,
                 *           "unitPrice": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           },
                 *           "lineTotal": {
                 *             "amount": "90.00",
                 *             "currency": "QAR"
                 *           },
                 *           "taxRate": "0.00",
                 *           "taxAmount": {
                 *             "amount": "0.00",
                 *             "currency": "QAR"
                 *           }
                 *         }
                 *       ],
                 *       "totals": {
                 *         "goods": {
                 *           "amount": "90.00",
                 *           "currency": "QAR"
                 *         },
                 *         "shipping": {
                 *           "amount": "25.00",
                 *           "currency": "QAR"
                 *         },
                 *         "tax": {
                 *           "amount": "0.00",
                 *           "currency": "QAR"
                 *         },
                 *         "total": {
                 *           "amount": "115.00",
                 *           "currency": "QAR"
                 *         }
                 *       },
                 *       "task": null,
                 *       "version": 2,
                 *       "history": [
                 *         {
                 *           "at": "2026-02-10T09:12:31.207Z",
                 *           "status": "PENDING_ACCEPTANCE",
                 *           "by": "BUYER",
                 *           "reason": null
                 *         },
                 *         {
                 *           "at": "2026-02-10T09:20:11.014Z",
                 *           "status": "ACCEPTED",
                 *           "by": "SELLER_OWNER",
                 *           "reason": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderGroup"];
            };
        };
        /** @description Order groups, newest first. */
        OrderGroupList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *           "orderNumber": "W-2026-000123",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "status": "ACCEPTED",
                 *           "allowedActions": [
                 *             "pack"
                 *           ],
                 *           "payment": {
                 *             "status": "PENDING",
                 *             "amountDue": {
                 *               "amount": "115.00",
                 *               "currency": "QAR"
                 *             },
                 *             "amountCollected": {
                 *               "amount": "0.00",
                 *               "currency": "QAR"
                 *             }
                 *           },
                 *           "shipping": {
                 *             "code": "STANDARD",
                 *             "name": "توصيل عادي",
                 *             "price": {
                 *               "amount": "25.00",
                 *               "currency": "QAR"
                 *             },
                 *             "promisedFrom": "2026-02-12",
                 *             "promisedTo": "2026-02-16"
                 *           },
                 *           "acceptBy": "2026-02-10T13:12:31.207Z",
                 *           "lines": [
                 *             {
                 *               "id": "019c4691-d028-74b2-83d3-57f79e381337",
                 *               "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *               "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *               "name": "تمر خلاص فاخر",
                 *               "sku": "KHALAS-1KG",
                 *               "quantity": 2,
                 *               "unitPrice": {
                 *                 "amount": "45.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "lineTotal": {
                 *                 "amount": "90.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "taxRate": "0.00",
                 *               "taxAmount": {
                 *                 "amount": "0.00",
                 *                 "currency": "QAR"
                 *               }
                 *             }
                 *           ],
                 *           "totals": {
                 *             "goods": {
                 *               "amount": "90.00",
                 *               "currency": "QAR"
                 *             },
                 *             "shipping": {
                 *               "amount": "25.00",
                 *               "currency": "QAR"
                 *             },
                 *             "tax": {
                 *               "amount": "0.00",
                 *               "currency": "QAR"
                 *             },
                 *             "total": {
                 *               "amount": "115.00",
                 *               "currency": "QAR"
                 *             }
                 *           },
                 *           "task": null,
                 *           "version": 2,
                 *           "history": [
                 *             {
                 *               "at": "2026-02-10T09:12:31.207Z",
                 *               "status": "PENDING_ACCEPTANCE",
                 *               "by": "BUYER",
                 *               "reason": null
                 *             },
                 *             {
                 *               "at": "2026-02-10T09:20:11.014Z",
                 *               "status": "ACCEPTED",
                 *               "by": "SELLER_OWNER",
                 *               "reason": null
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderGroupList"];
            };
        };
        /** @description The order with its groups. */
        Order: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *       "number": "W-2026-000123",
                 *       "status": "IN_PROGRESS",
                 *       "placedAt": "2026-02-10T09:12:31.207Z",
                 *       "address": {
                 *         "contactName": "نورة الكواري",
                 *         "phone": "+97455123456",
                 *         "zoneNumber": 61,
                 *         "streetNumber": 836,
                 *         "buildingNumber": 12,
                 *         "unit": "1204",
                 *         "floor": "12",
                 *         "landmark": "مقابل سيتي سنتر الدوحة",
                 *         "location": {
                 *           "latitude": 25.3215,
                 *           "longitude": 51.527
                 *         }
                 *       },
                 *       "groups": [
                 *         {
                 *           "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *           "orderNumber": "W-2026-000123",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "status": "ACCEPTED",
                 *           "allowedActions": [],
                 *           "payment": {
                 *             "status": "PENDING",
                 *             "amountDue": {
                 *               "amount": "115.00",
                 *               "currency": "QAR"
                 *             },
                 *             "amountCollected": {
                 *               "amount": "0.00",
                 *               "currency": "QAR"
                 *             }
                 *           },
                 *           "shipping": {
                 *             "code": "STANDARD",
                 *             "name": "توصيل عادي",
                 *             "price": {
                 *               "amount": "25.00",
                 *               "currency": "QAR"
                 *             },
                 *             "promisedFrom": "2026-02-12",
                 *             "promisedTo": "2026-02-16"
                 *           },
                 *           "acceptBy": "2026-02-10T13:12:31.207Z",
                 *           "lines": [
                 *             {
                 *               "id": "019c4691-d028-74b2-83d3-57f79e381337",
                 *               "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *               "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *               "name": "تمر خلاص فاخر",
                 *               "sku": "KHALAS-1KG",
                 *               "quantity": 2,
                 *               "unitPrice": {
                 *                 "amount": "45.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "lineTotal": {
                 *                 "amount": "90.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "taxRate": "0.00",
                 *               "taxAmount": {
                 *                 "amount": "0.00",
                 *                 "currency": "QAR"
                 *               }
                 *             }
                 *           ],
                 *           "totals": {
                 *             "goods": {
                 *               "amount": "90.00",
                 *               "currency": "QAR"
                 *             },
                 *             "shipping": {
                 *               "amount": "25.00",
                 *               "currency": "QAR"
                 *             },
                 *             "tax": {
                 *               "amount": "0.00",
                 *               "currency": "QAR"
                 *             },
                 *             "total": {
                 *               "amount": "115.00",
                 *               "currency": "QAR"
                 *             }
                 *           },
                 *           "task": null,
                 *           "version": 2,
                 *           "history": [
                 *             {
                 *               "at": "2026-02-10T09:12:31.207Z",
                 *               "status": "PENDING_ACCEPTANCE",
                 *               "by": "BUYER",
                 *               "reason": null
                 *             },
                 *             {
                 *               "at": "2026-02-10T09:20:11.014Z",
                 *               "status": "ACCEPTED",
                 *               "by": "SELLER_OWNER",
                 *               "reason": null
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "totals": {
                 *         "goods": {
                 *           "amount": "90.00",
                 *           "currency": "QAR"
                 *         },
                 *         "shipping": {
                 *           "amount": "25.00",
                 *           "currency": "QAR"
                 *         },
                 *         "tax": {
                 *           "amount": "0.00",
                 *           "currency": "QAR"
                 *         },
                 *         "total": {
                 *           "amount": "115.00",
                 *           "currency": "QAR"
                 *         }
                 *       },
                 *       "paymentMethod": "COD"
                 *     }
                 */
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The buyer's orders, newest first. */
        OrderList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *           "number": "W-2026-000123",
                 *           "status": "IN_PROGRESS",
                 *           "placedAt": "2026-02-10T09:12:31.207Z",
                 *           "total": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "paymentMethod": "COD",
                 *           "groups": [
                 *             {
                 *               "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *               "sellerName": "حلويات سوق واقف",
                 *               "status": "ACCEPTED"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderList"];
            };
        };
        /** @description The order, and for each group whether it was cancelled. */
        OrderCancellation: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "order": {
                 *         "id": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *         "number": "W-2026-000123",
                 *         "status": "CANCELLED",
                 *         "placedAt": "2026-02-10T09:12:31.207Z",
                 *         "address": {
                 *           "contactName": "نورة الكواري",
                 *           "phone": "+97455123456",
                 *           "zoneNumber": 61,
                 *           "streetNumber": 836,
                 *           "buildingNumber": 12,
                 *           "unit": "1204",
                 *           "floor": "12",
                 *           "landmark": "مقابل سيتي سنتر الدوحة",
                 *           "location": {
                 *             "latitude": 25.3215,
                 *             "longitude": 51.527
                 *           }
                 *         },
                 *         "groups": [
                 *           {
                 *             "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *             "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *             "orderNumber": "W-2026-000123",
                 *             "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *             "sellerName": "حلويات سوق واقف",
                 *             "status": "CANCELLED",
                 *             "allowedActions": [],
                 *             "payment": {
                 *               "status": "VOID",
                 *               "amountDue": {
                 *                 "amount": "0.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "amountCollected": {
                 *                 "amount": "0.00",
                 *                 "currency": "QAR"
                 *               }
                 *             },
                 *             "shipping": {
                 *               "code": "STANDARD",
                 *               "name": "توصيل عادي",
                 *               "price": {
                 *                 "amount": "25.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "promisedFrom": "2026-02-12",
                 *               "promisedTo": "2026-02-16"
                 *             },
                 *             "acceptBy": "2026-02-10T13:12:31.207Z",
                 *             "lines": [
                 *               {
                 *                 "id": "019c4691-d028-74b2-83d3-57f79e381337",
                 *                 "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *                 "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *                 "name": "تمر خلاص فاخر",
                 *                 "sku": "KHALAS-1KG",
                 *                 "quantity": 2,
                 *                 "unitPrice": {
                 *                   "amount": "45.00",
                 *                   "currency": "QAR"
                 *                 },
                 *                 "lineTotal": {
                 *                   "amount": "90.00",
                 *                   "currency": "QAR"
                 *                 },
                 *                 "taxRate": "0.00",
                 *                 "taxAmount": {
                 *                   "amount": "0.00",
                 *                   "currency": "QAR"
                 *                 }
                 *               }
                 *             ],
                 *             "totals": {
                 *               "goods": {
                 *                 "amount": "90.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "shipping": {
                 *                 "amount": "25.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "tax": {
                 *                 "amount": "0.00",
                 *                 "currency": "QAR"
                 *               },
                 *               "total": {
                 *                 "amount": "115.00",
                 *                 "currency": "QAR"
                 *               }
                 *             },
                 *             "task": null,
                 *             "version": 2,
                 *             "history": [
                 *               {
                 *                 "at": "2026-02-10T09:12:31.207Z",
                 *                 "status": "PENDING_ACCEPTANCE",
                 *                 "by": "BUYER",
                 *                 "reason": null
                 *               },
                 *               {
                 *                 "at": "2026-02-10T09:15:00.000Z",
                 *                 "status": "CANCELLED",
                 *                 "by": "BUYER",
                 *                 "reason": "Ordered the wrong size"
                 *               }
                 *             ]
                 *           }
                 *         ],
                 *         "totals": {
                 *           "goods": {
                 *             "amount": "90.00",
                 *             "currency": "QAR"
                 *           },
                 *           "shipping": {
                 *             "amount": "25.00",
                 *             "currency": "QAR"
                 *           },
                 *           "tax": {
                 *             "amount": "0.00",
                 *             "currency": "QAR"
                 *           },
                 *           "total": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           }
                 *         },
                 *         "paymentMethod": "COD"
                 *       },
                 *       "groups": [
                 *         {
                 *           "groupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "cancelled": true,
                 *           "code": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderCancellation"];
            };
        };
        /** @description Where each group is. */
        OrderTracking: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *       "number": "W-2026-000123",
                 *       "status": "IN_PROGRESS",
                 *       "groups": [
                 *         {
                 *           "groupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "sellerName": "حلويات سوق واقف",
                 *           "status": "IN_TRANSIT",
                 *           "driver": {
                 *             "displayName": "Yousef"
                 *           },
                 *           "driverLocation": {
                 *             "latitude": 25.2867,
                 *             "longitude": 51.5333,
                 *             "recordedAt": "2026-02-12T11:41:09.000Z"
                 *           },
                 *           "eta": "2026-02-12T11:55:00.000Z",
                 *           "history": [
                 *             {
                 *               "at": "2026-02-10T09:12:31.207Z",
                 *               "status": "PENDING_ACCEPTANCE",
                 *               "by": "BUYER",
                 *               "reason": null
                 *             },
                 *             {
                 *               "at": "2026-02-10T09:20:11.014Z",
                 *               "status": "ACCEPTED",
                 *               "by": "SELLER_OWNER",
                 *               "reason": null
                 *             },
                 *             {
                 *               "at": "2026-02-12T11:30:00.000Z",
                 *               "status": "IN_TRANSIT",
                 *               "by": "DRIVER",
                 *               "reason": null
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderTracking"];
            };
        };
        /** @description The notification. */
        Notification: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-7e37-749a-954e-580e9ba68ec7",
                 *       "kind": "DELIVERY_CODE",
                 *       "title": "رمز التسليم",
                 *       "body": "أعط السائق الرمز 481920 عند استلام طلبك W-2026-000123. صالح لمدة 30 دقيقة.",
                 *       "data": {
                 *         "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *         "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3"
                 *       },
                 *       "createdAt": "2026-02-12T11:54:20.000Z",
                 *       "readAt": null
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
            };
        };
        /** @description In-app notifications, newest first. */
        NotificationList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-7e37-749a-954e-580e9ba68ec7",
                 *           "kind": "DELIVERY_CODE",
                 *           "title": "رمز التسليم",
                 *           "body": "أعط السائق الرمز 481920 عند استلام طلبك W-2026-000123. صالح لمدة 30 دقيقة.",
                 *           "data": {
                 *             "orderId": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *             "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3"
                 *           },
                 *           "createdAt": "2026-02-12T11:54:20.000Z",
                 *           "readAt": null
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false,
                 *         "unreadCount": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NotificationList"];
            };
        };
        /** @description The warehouse. */
        Warehouse: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-0ec2-74ec-ae83-1099a17e391d",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "name": "Industrial Area store",
                 *       "phone": "+97444601122",
                 *       "zoneNumber": 57,
                 *       "streetNumber": 33,
                 *       "buildingNumber": 104,
                 *       "unit": null,
                 *       "landmark": "Industrial Area, gate 4",
                 *       "location": {
                 *         "latitude": 25.1866,
                 *         "longitude": 51.4452
                 *       },
                 *       "placeholder": false,
                 *       "version": 1,
                 *       "createdAt": "2026-02-01T06:10:00.000Z",
                 *       "updatedAt": "2026-02-01T06:10:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Warehouse"];
            };
        };
        /** @description The seller's warehouses. */
        WarehouseList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-0ec2-74ec-ae83-1099a17e391d",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "name": "Industrial Area store",
                 *           "phone": "+97444601122",
                 *           "zoneNumber": 57,
                 *           "streetNumber": 33,
                 *           "buildingNumber": 104,
                 *           "unit": null,
                 *           "landmark": "Industrial Area, gate 4",
                 *           "location": {
                 *             "latitude": 25.1866,
                 *             "longitude": 51.4452
                 *           },
                 *           "placeholder": false,
                 *           "version": 1,
                 *           "createdAt": "2026-02-01T06:10:00.000Z",
                 *           "updatedAt": "2026-02-01T06:10:00.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WarehouseList"];
            };
        };
        /** @description The seller. */
        Seller: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "legalName": "Souq Waqif Sweets Trading W.L.L.",
                 *       "displayName": {
                 *         "en": "Souq Waqif Sweets",
                 *         "ar": "حلويات سوق واقف"
                 *       },
                 *       "status": "ACTIVE",
                 *       "onVacation": false,
                 *       "ownerAccountId": "019c4690-26ae-78b6-a992-914ce680bb91",
                 *       "placeholder": false,
                 *       "commissionPlan": {
                 *         "id": "019c4692-a4e5-7f42-bbdd-8312b7cf9cb8",
                 *         "name": "Default 10 %",
                 *         "percent": "10.00"
                 *       },
                 *       "rejectionReason": null,
                 *       "version": 2,
                 *       "createdAt": "2026-02-01T06:10:00.000Z",
                 *       "updatedAt": "2026-02-01T07:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Seller"];
            };
        };
        /** @description Sellers, newest first. */
        SellerList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "legalName": "Souq Waqif Sweets Trading W.L.L.",
                 *           "displayName": {
                 *             "en": "Souq Waqif Sweets",
                 *             "ar": "حلويات سوق واقف"
                 *           },
                 *           "status": "ACTIVE",
                 *           "onVacation": false,
                 *           "ownerAccountId": "019c4690-26ae-78b6-a992-914ce680bb91",
                 *           "placeholder": false,
                 *           "commissionPlan": {
                 *             "id": "019c4692-a4e5-7f42-bbdd-8312b7cf9cb8",
                 *             "name": "Default 10 %",
                 *             "percent": "10.00"
                 *           },
                 *           "rejectionReason": null,
                 *           "version": 2,
                 *           "createdAt": "2026-02-01T06:10:00.000Z",
                 *           "updatedAt": "2026-02-01T07:30:00.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SellerList"];
            };
        };
        /** @description The product. */
        SellerProduct: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "categoryId": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *       "title": {
                 *         "en": "Premium Khalas dates",
                 *         "ar": "تمر خلاص فاخر"
                 *       },
                 *       "description": {
                 *         "en": "Khalas dates from the farms of Umm Salal, packed by hand.",
                 *         "ar": "تمر خلاص من مزارع أم صلال، معبأ يدويا."
                 *       },
                 *       "digital": false,
                 *       "variants": [
                 *         {
                 *           "id": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sku": "KHALAS-1KG",
                 *           "options": {
                 *             "weight": "1 kg"
                 *           },
                 *           "name": {
                 *             "en": "Box of 1 kg",
                 *             "ar": "علبة ١ كجم"
                 *           }
                 *         }
                 *       ],
                 *       "version": 1,
                 *       "createdAt": "2026-02-01T08:00:00.000Z",
                 *       "updatedAt": "2026-02-01T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["SellerProduct"];
            };
        };
        /** @description The seller's products. */
        SellerProductList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "categoryId": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *           "title": {
                 *             "en": "Premium Khalas dates",
                 *             "ar": "تمر خلاص فاخر"
                 *           },
                 *           "description": {
                 *             "en": "Khalas dates from the farms of Umm Salal, packed by hand.",
                 *             "ar": "تمر خلاص من مزارع أم صلال، معبأ يدويا."
                 *           },
                 *           "digital": false,
                 *           "variants": [
                 *             {
                 *               "id": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *               "sku": "KHALAS-1KG",
                 *               "options": {
                 *                 "weight": "1 kg"
                 *               },
                 *               "name": {
                 *                 "en": "Box of 1 kg",
                 *                 "ar": "علبة ١ كجم"
                 *               }
                 *             }
                 *           ],
                 *           "version": 1,
                 *           "createdAt": "2026-02-01T08:00:00.000Z",
                 *           "updatedAt": "2026-02-01T08:00:00.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SellerProductList"];
            };
        };
        /** @description The offer. */
        SellerOffer: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "productId": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *       "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *       "sku": "KHALAS-1KG",
                 *       "productTitle": {
                 *         "en": "Premium Khalas dates",
                 *         "ar": "تمر خلاص فاخر"
                 *       },
                 *       "options": {
                 *         "weight": "1 kg"
                 *       },
                 *       "price": {
                 *         "amount": "45.00",
                 *         "currency": "QAR"
                 *       },
                 *       "active": true,
                 *       "available": 25,
                 *       "version": 1,
                 *       "createdAt": "2026-02-01T08:05:00.000Z",
                 *       "updatedAt": "2026-02-01T08:05:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["SellerOffer"];
            };
        };
        /** @description The seller's offers. */
        SellerOfferList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "productId": "019c4690-9ab8-7883-8dd5-702f082c86ef",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sku": "KHALAS-1KG",
                 *           "productTitle": {
                 *             "en": "Premium Khalas dates",
                 *             "ar": "تمر خلاص فاخر"
                 *           },
                 *           "options": {
                 *             "weight": "1 kg"
                 *           },
                 *           "price": {
                 *             "amount": "45.00",
                 *             "currency": "QAR"
                 *           },
                 *           "active": true,
                 *           "available": 25,
                 *           "version": 1,
                 *           "createdAt": "2026-02-01T08:05:00.000Z",
                 *           "updatedAt": "2026-02-01T08:05:00.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SellerOfferList"];
            };
        };
        /** @description The stock level. */
        StockLevel: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *       "warehouseId": "019c4691-0ec2-74ec-ae83-1099a17e391d",
                 *       "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *       "sku": "KHALAS-1KG",
                 *       "onHand": 25,
                 *       "reserved": 2,
                 *       "available": 23,
                 *       "version": 4,
                 *       "updatedAt": "2026-02-10T09:05:05.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["StockLevel"];
            };
        };
        /** @description Stock per offer and warehouse. */
        StockLevelList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *           "warehouseId": "019c4691-0ec2-74ec-ae83-1099a17e391d",
                 *           "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *           "sku": "KHALAS-1KG",
                 *           "onHand": 25,
                 *           "reserved": 2,
                 *           "available": 23,
                 *           "version": 4,
                 *           "updatedAt": "2026-02-10T09:05:05.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StockLevelList"];
            };
        };
        /** @description The driver. */
        Driver: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "accountId": "019c4690-3a05-7f1a-b3af-6b1d58a44ab5",
                 *       "fullName": "Yousef Rahman",
                 *       "phone": "+97466778899",
                 *       "vehicle": {
                 *         "type": "VAN",
                 *         "plate": "254781"
                 *       },
                 *       "status": "APPROVED",
                 *       "zoneIds": [
                 *         "019c4692-5789-7be7-b899-84b4cb90d3b8"
                 *       ],
                 *       "cashLimit": {
                 *         "amount": "2000.00",
                 *         "currency": "QAR"
                 *       },
                 *       "capacity": 8,
                 *       "cashOnHand": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "shift": {
                 *         "id": "019c4692-30db-7586-9c7f-c68c83cedc11",
                 *         "status": "ON_DUTY",
                 *         "startedAt": "2026-02-12T05:00:00.000Z",
                 *         "endedAt": null
                 *       },
                 *       "presence": "ONLINE",
                 *       "version": 17
                 *     }
                 */
                "application/json": components["schemas"]["Driver"];
            };
        };
        /** @description Drivers. */
        DriverList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "accountId": "019c4690-3a05-7f1a-b3af-6b1d58a44ab5",
                 *           "fullName": "Yousef Rahman",
                 *           "phone": "+97466778899",
                 *           "vehicle": {
                 *             "type": "VAN",
                 *             "plate": "254781"
                 *           },
                 *           "status": "APPROVED",
                 *           "zoneIds": [
                 *             "019c4692-5789-7be7-b899-84b4cb90d3b8"
                 *           ],
                 *           "cashLimit": {
                 *             "amount": "2000.00",
                 *             "currency": "QAR"
                 *           },
                 *           "capacity": 8,
                 *           "cashOnHand": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "shift": {
                 *             "id": "019c4692-30db-7586-9c7f-c68c83cedc11",
                 *             "status": "ON_DUTY",
                 *             "startedAt": "2026-02-12T05:00:00.000Z",
                 *             "endedAt": null
                 *           },
                 *           "presence": "ONLINE",
                 *           "version": 17
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DriverList"];
            };
        };
        /** @description The task as it stands now. */
        DriverTask: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *       "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *       "orderNumber": "W-2026-000123",
                 *       "status": "ARRIVED",
                 *       "round": 1,
                 *       "offer": null,
                 *       "pickup": {
                 *         "name": "Industrial Area store",
                 *         "address": {
                 *           "zoneNumber": 57,
                 *           "streetNumber": 33,
                 *           "buildingNumber": 104,
                 *           "unit": null,
                 *           "floor": null,
                 *           "landmark": "Industrial Area, gate 4"
                 *         },
                 *         "location": {
                 *           "latitude": 25.1866,
                 *           "longitude": 51.4452
                 *         },
                 *         "phone": "+97444601122"
                 *       },
                 *       "dropoff": {
                 *         "contactName": "نورة الكواري",
                 *         "phone": "+97455123456",
                 *         "address": {
                 *           "zoneNumber": 61,
                 *           "streetNumber": 836,
                 *           "buildingNumber": 12,
                 *           "unit": "1204",
                 *           "floor": "12",
                 *           "landmark": "مقابل سيتي سنتر الدوحة"
                 *         },
                 *         "location": {
                 *           "latitude": 25.3215,
                 *           "longitude": 51.527
                 *         }
                 *       },
                 *       "goods": [
                 *         {
                 *           "name": "تمر خلاص فاخر",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "cashDue": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "cashRecorded": null,
                 *       "dueBy": "2026-02-12T16:00:00.000Z",
                 *       "codeExpiresAt": "2026-02-12T12:24:20.000Z",
                 *       "allowedActions": [
                 *         "delivery-code",
                 *         "verify-code"
                 *       ],
                 *       "version": 9
                 *     }
                 */
                "application/json": components["schemas"]["DriverTask"];
            };
        };
        /** @description The driver's tasks, offered and accepted. */
        DriverTaskList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "orderNumber": "W-2026-000123",
                 *           "status": "ARRIVED",
                 *           "round": 1,
                 *           "offer": null,
                 *           "pickup": {
                 *             "name": "Industrial Area store",
                 *             "address": {
                 *               "zoneNumber": 57,
                 *               "streetNumber": 33,
                 *               "buildingNumber": 104,
                 *               "unit": null,
                 *               "floor": null,
                 *               "landmark": "Industrial Area, gate 4"
                 *             },
                 *             "location": {
                 *               "latitude": 25.1866,
                 *               "longitude": 51.4452
                 *             },
                 *             "phone": "+97444601122"
                 *           },
                 *           "dropoff": {
                 *             "contactName": "نورة الكواري",
                 *             "phone": "+97455123456",
                 *             "address": {
                 *               "zoneNumber": 61,
                 *               "streetNumber": 836,
                 *               "buildingNumber": 12,
                 *               "unit": "1204",
                 *               "floor": "12",
                 *               "landmark": "مقابل سيتي سنتر الدوحة"
                 *             },
                 *             "location": {
                 *               "latitude": 25.3215,
                 *               "longitude": 51.527
                 *             }
                 *           },
                 *           "goods": [
                 *             {
                 *               "name": "تمر خلاص فاخر",
                 *               "quantity": 2
                 *             }
                 *           ],
                 *           "cashDue": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "cashRecorded": null,
                 *           "dueBy": "2026-02-12T16:00:00.000Z",
                 *           "codeExpiresAt": "2026-02-12T12:24:20.000Z",
                 *           "allowedActions": [
                 *             "delivery-code",
                 *             "verify-code"
                 *           ],
                 *           "version": 9
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DriverTaskList"];
            };
        };
        /** @description The route. */
        Route: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-4432-78e9-a358-99619b08a467",
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "driverName": "Yousef Rahman",
                 *       "shiftId": "019c4692-30db-7586-9c7f-c68c83cedc11",
                 *       "version": 5,
                 *       "stops": [
                 *         {
                 *           "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "kind": "PICKUP",
                 *           "sequence": 0,
                 *           "location": {
                 *             "latitude": 25.1866,
                 *             "longitude": 51.4452
                 *           },
                 *           "eta": "2026-02-12T11:15:00.000Z",
                 *           "arrivedAt": "2026-02-12T11:17:30.000Z",
                 *           "locked": false,
                 *           "done": true
                 *         },
                 *         {
                 *           "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "kind": "DROPOFF",
                 *           "sequence": 1,
                 *           "location": {
                 *             "latitude": 25.3215,
                 *             "longitude": 51.527
                 *           },
                 *           "eta": "2026-02-12T11:55:00.000Z",
                 *           "arrivedAt": null,
                 *           "locked": false,
                 *           "done": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Route"];
            };
        };
        /** @description Routes of running shifts. */
        RouteList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-4432-78e9-a358-99619b08a467",
                 *           "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "driverName": "Yousef Rahman",
                 *           "shiftId": "019c4692-30db-7586-9c7f-c68c83cedc11",
                 *           "version": 5,
                 *           "stops": [
                 *             {
                 *               "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *               "kind": "PICKUP",
                 *               "sequence": 0,
                 *               "location": {
                 *                 "latitude": 25.1866,
                 *                 "longitude": 51.4452
                 *               },
                 *               "eta": "2026-02-12T11:15:00.000Z",
                 *               "arrivedAt": "2026-02-12T11:17:30.000Z",
                 *               "locked": false,
                 *               "done": true
                 *             },
                 *             {
                 *               "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *               "kind": "DROPOFF",
                 *               "sequence": 1,
                 *               "location": {
                 *                 "latitude": 25.3215,
                 *                 "longitude": 51.527
                 *               },
                 *               "eta": "2026-02-12T11:55:00.000Z",
                 *               "arrivedAt": null,
                 *               "locked": false,
                 *               "done": false
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RouteList"];
            };
        };
        /** @description Taken in. */
        LocationReceipt: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "accepted": 1,
                 *       "latestSequence": 4711
                 *     }
                 */
                "application/json": components["schemas"]["LocationReceipt"];
            };
        };
        /** @description Cash the driver holds, and its entries, newest first. */
        CashView: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "onHand": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "limit": {
                 *         "amount": "2000.00",
                 *         "currency": "QAR"
                 *       },
                 *       "entries": [
                 *         {
                 *           "id": "019c4692-b83c-7243-8884-19945af4e346",
                 *           "at": "2026-02-12T11:58:00.000Z",
                 *           "kind": "COLLECTION",
                 *           "amount": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "orderNumber": "W-2026-000123",
                 *           "settlementId": null
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CashView"];
            };
        };
        /** @description The task as it stands now. */
        DispatchTask: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *       "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *       "orderNumber": "W-2026-000123",
                 *       "status": "ASSIGNED",
                 *       "round": 1,
                 *       "offer": {
                 *         "id": "019c4691-f6d6-7f92-a7c4-0ecf00bb0d77",
                 *         "expiresAt": "2026-02-12T10:46:30.000Z"
                 *       },
                 *       "pickup": {
                 *         "name": "Industrial Area store",
                 *         "address": {
                 *           "zoneNumber": 57,
                 *           "streetNumber": 33,
                 *           "buildingNumber": 104,
                 *           "unit": null,
                 *           "floor": null,
                 *           "landmark": "Industrial Area, gate 4"
                 *         },
                 *         "location": {
                 *           "latitude": 25.1866,
                 *           "longitude": 51.4452
                 *         },
                 *         "phone": "+97444601122"
                 *       },
                 *       "dropoff": {
                 *         "contactName": "نورة الكواري",
                 *         "phone": "+97455123456",
                 *         "address": {
                 *           "zoneNumber": 61,
                 *           "streetNumber": 836,
                 *           "buildingNumber": 12,
                 *           "unit": "1204",
                 *           "floor": "12",
                 *           "landmark": "مقابل سيتي سنتر الدوحة"
                 *         },
                 *         "location": {
                 *           "latitude": 25.3215,
                 *           "longitude": 51.527
                 *         }
                 *       },
                 *       "goods": [
                 *         {
                 *           "name": "تمر خلاص فاخر",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "cashDue": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "cashRecorded": null,
                 *       "dueBy": "2026-02-12T16:00:00.000Z",
                 *       "codeExpiresAt": null,
                 *       "allowedActions": [
                 *         "unassign",
                 *         "cancel"
                 *       ],
                 *       "version": 2,
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "driverName": "Yousef Rahman",
                 *       "zoneId": "019c4692-5789-7be7-b899-84b4cb90d3b8",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "history": [
                 *         {
                 *           "at": "2026-02-12T10:45:00.000Z",
                 *           "status": "UNASSIGNED",
                 *           "by": "SELLER_OWNER",
                 *           "driverId": null,
                 *           "reason": null
                 *         },
                 *         {
                 *           "at": "2026-02-12T10:45:00.400Z",
                 *           "status": "ASSIGNED",
                 *           "by": "SYSTEM",
                 *           "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "reason": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DispatchTask"];
            };
        };
        /** @description Tasks. */
        DispatchTaskList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "orderNumber": "W-2026-000123",
                 *           "status": "ASSIGNED",
                 *           "round": 1,
                 *           "offer": {
                 *             "id": "019c4691-f6d6-7f92-a7c4-0ecf00bb0d77",
                 *             "expiresAt": "2026-02-12T10:46:30.000Z"
                 *           },
                 *           "pickup": {
                 *             "name": "Industrial Area store",
                 *             "address": {
                 *               "zoneNumber": 57,
                 *               "streetNumber": 33,
                 *               "buildingNumber": 104,
                 *               "unit": null,
                 *               "floor": null,
                 *               "landmark": "Industrial Area, gate 4"
                 *             },
                 *             "location": {
                 *               "latitude": 25.1866,
                 *               "longitude": 51.4452
                 *             },
                 *             "phone": "+97444601122"
                 *           },
                 *           "dropoff": {
                 *             "contactName": "نورة الكواري",
                 *             "phone": "+97455123456",
                 *             "address": {
                 *               "zoneNumber": 61,
                 *               "streetNumber": 836,
                 *               "buildingNumber": 12,
                 *               "unit": "1204",
                 *               "floor": "12",
                 *               "landmark": "مقابل سيتي سنتر الدوحة"
                 *             },
                 *             "location": {
                 *               "latitude": 25.3215,
                 *               "longitude": 51.527
                 *             }
                 *           },
                 *           "goods": [
                 *             {
                 *               "name": "تمر خلاص فاخر",
                 *               "quantity": 2
                 *             }
                 *           ],
                 *           "cashDue": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "cashRecorded": null,
                 *           "dueBy": "2026-02-12T16:00:00.000Z",
                 *           "codeExpiresAt": null,
                 *           "allowedActions": [
                 *             "unassign",
                 *             "cancel"
                 *           ],
                 *           "version": 2,
                 *           "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "driverName": "Yousef Rahman",
                 *           "zoneId": "019c4692-5789-7be7-b899-84b4cb90d3b8",
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "history": [
                 *             {
                 *               "at": "2026-02-12T10:45:00.000Z",
                 *               "status": "UNASSIGNED",
                 *               "by": "SELLER_OWNER",
                 *               "driverId": null,
                 *               "reason": null
                 *             },
                 *             {
                 *               "at": "2026-02-12T10:45:00.400Z",
                 *               "status": "ASSIGNED",
                 *               "by": "SYSTEM",
                 *               "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *               "reason": null
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DispatchTaskList"];
            };
        };
        /** @description The board in numbers. */
        DispatchOverview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "at": "2026-02-12T11:41:10.000Z",
                 *       "tasks": [
                 *         {
                 *           "status": "UNASSIGNED",
                 *           "count": 3
                 *         },
                 *         {
                 *           "status": "IN_TRANSIT",
                 *           "count": 12
                 *         }
                 *       ],
                 *       "drivers": {
                 *         "onDuty": 14,
                 *         "onBreak": 2,
                 *         "offDuty": 9,
                 *         "online": 13,
                 *         "stale": 1,
                 *         "offline": 11
                 *       },
                 *       "openAlerts": 1
                 *     }
                 */
                "application/json": components["schemas"]["DispatchOverview"];
            };
        };
        /** @description Why this driver, why not that one: every choice, oldest first. */
        TaskExplanation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *       "choices": [
                 *         {
                 *           "round": 1,
                 *           "at": "2026-02-12T10:45:00.400Z",
                 *           "policy": "INSERTION_COST",
                 *           "chosenDriverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "manual": false,
                 *           "candidates": [
                 *             {
                 *               "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *               "driverName": "Yousef Rahman",
                 *               "eligible": true,
                 *               "costSeconds": 1260,
                 *               "rule": null,
                 *               "detail": null
                 *             },
                 *             {
                 *               "driverId": "019c4692-1d84-7edb-888e-265f909658cd",
                 *               "driverName": "Ramesh Thapa",
                 *               "eligible": false,
                 *               "costSeconds": null,
                 *               "rule": "CASH_LIMIT",
                 *               "detail": "1950.00 on hand, 115.00 due, limit 2000.00"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskExplanation"];
            };
        };
        /** @description The zone. */
        Zone: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-5789-7be7-b899-84b4cb90d3b8",
                 *       "name": {
                 *         "en": "West Bay",
                 *         "ar": "الخليج الغربي"
                 *       },
                 *       "priority": 10,
                 *       "geometry": {
                 *         "type": "Polygon",
                 *         "coordinates": [
                 *           [
                 *             [
                 *               51.505,
                 *               25.305
                 *             ],
                 *             [
                 *               51.545,
                 *               25.305
                 *             ],
                 *             [
                 *               51.545,
                 *               25.345
                 *             ],
                 *             [
                 *               51.505,
                 *               25.345
                 *             ],
                 *             [
                 *               51.505,
                 *               25.305
                 *             ]
                 *           ]
                 *         ]
                 *       },
                 *       "active": true,
                 *       "version": 1,
                 *       "createdAt": "2026-02-01T05:00:00.000Z",
                 *       "updatedAt": "2026-02-01T05:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Zone"];
            };
        };
        /** @description Delivery zones. */
        ZoneList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-5789-7be7-b899-84b4cb90d3b8",
                 *           "name": {
                 *             "en": "West Bay",
                 *             "ar": "الخليج الغربي"
                 *           },
                 *           "priority": 10,
                 *           "geometry": {
                 *             "type": "Polygon",
                 *             "coordinates": [
                 *               [
                 *                 [
                 *                   51.505,
                 *                   25.305
                 *                 ],
                 *                 [
                 *                   51.545,
                 *                   25.305
                 *                 ],
                 *                 [
                 *                   51.545,
                 *                   25.345
                 *                 ],
                 *                 [
                 *                   51.505,
                 *                   25.345
                 *                 ],
                 *                 [
                 *                   51.505,
                 *                   25.305
                 *                 ]
                 *               ]
                 *             ]
                 *           },
                 *           "active": true,
                 *           "version": 1,
                 *           "createdAt": "2026-02-01T05:00:00.000Z",
                 *           "updatedAt": "2026-02-01T05:00:00.000Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ZoneList"];
            };
        };
        /** @description Cash in the field, by driver. */
        CashOverview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "totalOnHand": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "data": [
                 *         {
                 *           "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *           "driverName": "Yousef Rahman",
                 *           "onHand": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "limit": {
                 *             "amount": "2000.00",
                 *             "currency": "QAR"
                 *           },
                 *           "openCollections": 1,
                 *           "lastSettledAt": null
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CashOverview"];
            };
        };
        /** @description The settlement. */
        Settlement: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-6ae0-7d1a-8b1c-83c2235e835c",
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "status": "CLOSED",
                 *       "expected": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "counted": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "difference": {
                 *         "amount": "0.00",
                 *         "currency": "QAR"
                 *       },
                 *       "receiptNumber": "R-2026-000042",
                 *       "note": "End of morning shift",
                 *       "createdBy": "019c4690-4d5c-7157-86e2-d9747451de37",
                 *       "approvedBy": null,
                 *       "createdAt": "2026-02-12T13:05:00.000Z",
                 *       "closedAt": "2026-02-12T13:05:00.000Z",
                 *       "collections": [
                 *         {
                 *           "taskId": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *           "amount": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Settlement"];
            };
        };
        /** @description The alert. */
        Alert: {
            headers: {
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4692-918e-7e47-a3ad-3ea304c2b82b",
                 *       "kind": "DEADLINE_MISSED",
                 *       "severity": "WARNING",
                 *       "subjectType": "ORDER_GROUP",
                 *       "subjectId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *       "message": {
                 *         "en": "Souq Waqif Sweets has not accepted order W-2026-000123 in time.",
                 *         "ar": "لم تقبل حلويات سوق واقف الطلب W-2026-000123 في الموعد."
                 *       },
                 *       "data": {
                 *         "orderNumber": "W-2026-000123"
                 *       },
                 *       "status": "OPEN",
                 *       "raisedAt": "2026-02-10T13:13:00.000Z",
                 *       "acknowledgedAt": null,
                 *       "acknowledgedBy": null,
                 *       "resolvedAt": null,
                 *       "resolvedBy": null,
                 *       "note": null
                 *     }
                 */
                "application/json": components["schemas"]["Alert"];
            };
        };
        /** @description Alerts, newest first. */
        AlertList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-918e-7e47-a3ad-3ea304c2b82b",
                 *           "kind": "DEADLINE_MISSED",
                 *           "severity": "WARNING",
                 *           "subjectType": "ORDER_GROUP",
                 *           "subjectId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *           "message": {
                 *             "en": "Souq Waqif Sweets has not accepted order W-2026-000123 in time.",
                 *             "ar": "لم تقبل حلويات سوق واقف الطلب W-2026-000123 في الموعد."
                 *           },
                 *           "data": {
                 *             "orderNumber": "W-2026-000123"
                 *           },
                 *           "status": "OPEN",
                 *           "raisedAt": "2026-02-10T13:13:00.000Z",
                 *           "acknowledgedAt": null,
                 *           "acknowledgedBy": null,
                 *           "resolvedAt": null,
                 *           "resolvedBy": null,
                 *           "note": null
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertList"];
            };
        };
        /** @description Accounts. */
        AccountList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4690-1357-7f25-91bd-637adc78a147",
                 *           "email": "noora.alkuwari@example.qa",
                 *           "displayName": "نورة الكواري",
                 *           "locale": "ar",
                 *           "roles": [
                 *             "BUYER"
                 *           ],
                 *           "verified": false,
                 *           "mfaEnrolled": false,
                 *           "status": "ACTIVE",
                 *           "sellerId": null,
                 *           "driverId": null,
                 *           "createdAt": "2026-02-10T08:55:12.480Z"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountList"];
            };
        };
        /** @description All orders, newest first. */
        AdminOrderList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4691-a97a-7354-a4f3-6f75ec843ff8",
                 *           "number": "W-2026-000123",
                 *           "status": "IN_PROGRESS",
                 *           "placedAt": "2026-02-10T09:12:31.207Z",
                 *           "total": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           },
                 *           "paymentMethod": "COD",
                 *           "groups": [
                 *             {
                 *               "id": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *               "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *               "sellerName": "حلويات سوق واقف",
                 *               "status": "ACCEPTED"
                 *             }
                 *           ],
                 *           "buyerId": "019c4690-1357-7f25-91bd-637adc78a147",
                 *           "buyerName": "نورة الكواري"
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AdminOrderList"];
            };
        };
        /** @description All settings, each with whether it is confirmed. */
        Settings: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "codMaximum": {
                 *         "value": {
                 *           "amount": "5000.00",
                 *           "currency": "QAR"
                 *         },
                 *         "confirmed": false
                 *       },
                 *       "checkoutLifeMinutes": {
                 *         "value": 15,
                 *         "confirmed": false
                 *       },
                 *       "acceptanceDeadlineMinutes": {
                 *         "value": 240,
                 *         "confirmed": false
                 *       },
                 *       "offerTimeoutSeconds": {
                 *         "value": 90,
                 *         "confirmed": false
                 *       },
                 *       "settlementDifferenceThreshold": {
                 *         "value": {
                 *           "amount": "10.00",
                 *           "currency": "QAR"
                 *         },
                 *         "confirmed": false
                 *       },
                 *       "holidays": {
                 *         "value": [
                 *           "2026-12-18"
                 *         ],
                 *         "confirmed": false
                 *       },
                 *       "cutoffTime": {
                 *         "value": "14:00",
                 *         "confirmed": false
                 *       },
                 *       "standardShipping": {
                 *         "value": {
                 *           "price": {
                 *             "amount": "25.00",
                 *             "currency": "QAR"
                 *           },
                 *           "minWorkingDays": 2,
                 *           "maxWorkingDays": 4,
                 *           "dueWithinHours": 6
                 *         },
                 *         "confirmed": false
                 *       },
                 *       "expressShipping": {
                 *         "value": {
                 *           "price": {
                 *             "amount": "50.00",
                 *             "currency": "QAR"
                 *           },
                 *           "minWorkingDays": 1,
                 *           "maxWorkingDays": 1,
                 *           "dueWithinHours": 3
                 *         },
                 *         "confirmed": false
                 *       },
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["Settings"];
            };
        };
        /** @description The books, summed now. */
        LedgerCheck: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "balanced": true,
                 *       "entries": 8,
                 *       "sum": {
                 *         "amount": "0.00",
                 *         "currency": "QAR"
                 *       },
                 *       "accounts": [
                 *         {
                 *           "account": "till",
                 *           "balance": {
                 *             "amount": "115.00",
                 *             "currency": "QAR"
                 *           }
                 *         },
                 *         {
                 *           "account": "seller:019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "balance": {
                 *             "amount": "-81.00",
                 *             "currency": "QAR"
                 *           }
                 *         },
                 *         {
                 *           "account": "commission",
                 *           "balance": {
                 *             "amount": "-9.00",
                 *             "currency": "QAR"
                 *           }
                 *         },
                 *         {
                 *           "account": "shipping",
                 *           "balance": {
                 *             "amount": "-25.00",
                 *             "currency": "QAR"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LedgerCheck"];
            };
        };
        /** @description Who did what, newest first. */
        AuditLog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "id": "019c4692-cb93-7f9b-9c16-d86908e99430",
                 *           "at": "2026-02-01T07:30:00.000Z",
                 *           "accountId": "019c4690-60b3-79e7-90d4-4a9df002cdfa",
                 *           "role": "ADMIN",
                 *           "action": "approveSeller",
                 *           "subjectType": "SELLER",
                 *           "subjectId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "requestId": "019c4692-deea-79c7-a340-0c1865f0e123",
                 *           "reason": null,
                 *           "data": {
                 *             "commissionPlanId": "019c4692-a4e5-7f42-bbdd-8312b7cf9cb8"
                 *           }
                 *         }
                 *       ],
                 *       "page": {
                 *         "nextCursor": null,
                 *         "hasMore": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AuditLog"];
            };
        };
        /** @description Done; nothing to show. */
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Taken in; whether the driver takes it is still open. Follow Location. */
        AssignPending: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "019c4691-e37f-7acd-92e6-26484a8854e7",
                 *       "orderGroupId": "019c4691-bcd1-76cc-b0cd-86ae803b78c3",
                 *       "orderNumber": "W-2026-000123",
                 *       "status": "UNASSIGNED",
                 *       "round": 1,
                 *       "offer": null,
                 *       "pickup": {
                 *         "name": "Industrial Area store",
                 *         "address": {
                 *           "zoneNumber": 57,
                 *           "streetNumber": 33,
                 *           "buildingNumber": 104,
                 *           "unit": null,
                 *           "floor": null,
                 *           "landmark": "Industrial Area, gate 4"
                 *         },
                 *         "location": {
                 *           "latitude": 25.1866,
                 *           "longitude": 51.4452
                 *         },
                 *         "phone": "+97444601122"
                 *       },
                 *       "dropoff": {
                 *         "contactName": "نورة الكواري",
                 *         "phone": "+97455123456",
                 *         "address": {
                 *           "zoneNumber": 61,
                 *           "streetNumber": 836,
                 *           "buildingNumber": 12,
                 *           "unit": "1204",
                 *           "floor": "12",
                 *           "landmark": "مقابل سيتي سنتر الدوحة"
                 *         },
                 *         "location": {
                 *           "latitude": 25.3215,
                 *           "longitude": 51.527
                 *         }
                 *       },
                 *       "goods": [
                 *         {
                 *           "name": "تمر خلاص فاخر",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "cashDue": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "cashRecorded": null,
                 *       "dueBy": "2026-02-12T16:00:00.000Z",
                 *       "codeExpiresAt": null,
                 *       "allowedActions": [
                 *         "assign",
                 *         "cancel"
                 *       ],
                 *       "version": 1,
                 *       "driverId": null,
                 *       "driverName": null,
                 *       "zoneId": "019c4692-5789-7be7-b899-84b4cb90d3b8",
                 *       "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *       "history": [
                 *         {
                 *           "at": "2026-02-12T10:45:00.000Z",
                 *           "status": "UNASSIGNED",
                 *           "by": "SELLER_OWNER",
                 *           "driverId": null,
                 *           "reason": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DispatchTask"];
            };
        };
        /** @description The request cannot be read: broken JSON, or a cursor that is not ours. */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No token, or one that has expired or was revoked. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/auth.UNAUTHENTICATED",
                 *       "title": "Sign in first",
                 *       "status": 401,
                 *       "detail": "The access token is missing, expired or revoked.",
                 *       "instance": "/api/v1/orders",
                 *       "code": "auth.UNAUTHENTICATED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Wrong e-mail or password, or the second factor is missing or wrong. */
        InvalidCredentials: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Signed in, but not allowed: the role is missing, or an administrator has no confirmed second factor. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not there, or not the caller's: the two look the same. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/common.NOT_FOUND",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "There is no such record.",
                 *       "instance": "/api/v1/orders",
                 *       "code": "common.NOT_FOUND",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It clashes with the present state, or a request with the same key is still running. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed in the present state, or a request with the same key is still running. */
        InvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A line cannot be bought any more, a price has moved, or the checkout is not open. Nothing was charged and nothing changed. */
        CheckoutConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The checkout's time is over and its stock is free again. */
        CheckoutExpired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/checkout.EXPIRED",
                 *       "title": "Checkout expired",
                 *       "status": 410,
                 *       "detail": "Open a new checkout from the cart.",
                 *       "instance": "/api/v1/checkouts/019c4691-5c1e-7a39-a7fa-44e40bb266fd/confirm",
                 *       "code": "checkout.EXPIRED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The offer or the delivery code is too old. */
        DeliveryExpired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid input, or the checkout cannot go on with what was chosen. */
        CheckoutRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match names a version that is no longer the present one. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/common.PRECONDITION_FAILED",
                 *       "title": "Changed meanwhile",
                 *       "status": 412,
                 *       "detail": "Read it again and repeat the edit.",
                 *       "instance": "/api/v1/seller",
                 *       "code": "common.PRECONDITION_FAILED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Understood, but not valid; or the same key came with another body. */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many wrong passwords in a row. */
        AccountLocked: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/auth.ACCOUNT_LOCKED",
                 *       "title": "Account locked",
                 *       "status": 423,
                 *       "detail": "Try again in 15 minutes.",
                 *       "instance": "/api/v1/auth/login",
                 *       "code": "auth.ACCOUNT_LOCKED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The edit needs If-Match. */
        PreconditionRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/common.PRECONDITION_REQUIRED",
                 *       "title": "If-Match needed",
                 *       "status": 428,
                 *       "detail": "Send the ETag of what you read as If-Match.",
                 *       "instance": "/api/v1/seller",
                 *       "code": "common.PRECONDITION_REQUIRED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests from this address. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/common.RATE_LIMITED",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "Wait, then try again.",
                 *       "instance": "/api/v1/orders",
                 *       "code": "common.RATE_LIMITED",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A part the service cannot do without is away or busy. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/common.UNAVAILABLE",
                 *       "title": "Unavailable",
                 *       "status": 503,
                 *       "detail": "Try again in a moment.",
                 *       "instance": "/api/v1/orders",
                 *       "code": "common.UNAVAILABLE",
                 *       "requestId": "019c4692-deea-79c7-a340-0c1865f0e123"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description How many at most.
         * @example 20
         */
        Limit: number;
        /**
         * @description nextCursor of the page before.
         * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
         */
        Cursor: string;
        /**
         * @description Language of the texts; else Accept-Language decides.
         * @example ar
         */
        Locale: components["schemas"]["Locale"];
        /**
         * @description Product.
         * @example 019c4690-9ab8-7883-8dd5-702f082c86ef
         */
        ProductPath: string;
        /**
         * @description Variant.
         * @example 019c4690-ae0f-7258-9538-dad5777f2f3d
         */
        VariantPath: string;
        /**
         * @description Seller.
         * @example 019c4690-fb6b-7e6f-9db4-37e4fa143dc3
         */
        SellerPath: string;
        /**
         * @description Cart item.
         * @example 019c4691-3570-7680-8901-1ccc049a4710
         */
        CartItemPath: string;
        /**
         * @description Address.
         * @example 019c4691-48c7-7424-9d46-1c27c3d2924e
         */
        AddressPath: string;
        /**
         * @description Checkout.
         * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
         */
        CheckoutPath: string;
        /**
         * @description Order.
         * @example 019c4691-a97a-7354-a4f3-6f75ec843ff8
         */
        OrderPath: string;
        /**
         * @description Notification.
         * @example 019c4692-7e37-749a-954e-580e9ba68ec7
         */
        NotificationPath: string;
        /**
         * @description Warehouse.
         * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
         */
        WarehousePath: string;
        /**
         * @description Offer.
         * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
         */
        OfferPath: string;
        /**
         * @description Order group.
         * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
         */
        OrderGroupPath: string;
        /**
         * @description Delivery task.
         * @example 019c4691-e37f-7acd-92e6-26484a8854e7
         */
        DeliveryTaskPath: string;
        /**
         * @description Driver.
         * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
         */
        DriverPath: string;
        /**
         * @description Route.
         * @example 019c4692-4432-78e9-a358-99619b08a467
         */
        RoutePath: string;
        /**
         * @description Settlement.
         * @example 019c4692-6ae0-7d1a-8b1c-83c2235e835c
         */
        SettlementPath: string;
        /**
         * @description Alert.
         * @example 019c4692-918e-7e47-a3ad-3ea304c2b82b
         */
        AlertPath: string;
        /**
         * @description Account.
         * @example 019c4690-1357-7f25-91bd-637adc78a147
         */
        AccountPath: string;
        /**
         * @description Offer.
         * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
         */
        OfferId: string;
        /**
         * @description Warehouse.
         * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
         */
        WarehouseId: string;
        /**
         * @description A guest's cart, as given in the cart's token.
         * @example ct_4fV9qLz0XbT7mKc2
         */
        CartToken: string;
        /**
         * @description Makes a repeat of this request safe for 48 hours.
         * @example 6f1d2c1e-confirm-1
         */
        IdempotencyKey: string;
        /**
         * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
         * @example "2"
         */
        IfMatch: string;
    };
    requestBodies: {
        Empty: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
    };
    headers: {
        /**
         * @description The version, in quotes; send it back as If-Match.
         * @example "2"
         */
        ETag: string;
        /** @description Present and true when this repeats an earlier answer. */
        IdempotentReplayed: "true";
        /**
         * @description Where to look for the outcome.
         * @example /api/v1/dispatch/tasks/019c4691-e37f-7acd-92e6-26484a8854e7
         */
        Location: string;
        /**
         * @description Seconds to wait.
         * @example 60
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "noora.alkuwari@example.qa",
                 *       "password": "pearl-dhow-corniche",
                 *       "displayName": "نورة الكواري",
                 *       "locale": "ar"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            201: components["responses"]["AuthSession"];
            400: components["responses"]["Malformed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "noora.alkuwari@example.qa",
                 *       "password": "pearl-dhow-corniche"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            200: components["responses"]["AuthSession"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["AccountLocked"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "rt_7Qm2dV0sYkA4hW9xUeLbN1cTgZ5pJr8f"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            200: components["responses"]["AuthSession"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    enrollMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["MfaEnrolment"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["MfaConfirmRequest"];
            };
        };
        responses: {
            200: components["responses"]["RecoveryCodes"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Account"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CategoryList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description Words to look for, in either language.
                 * @example تمر
                 */
                q?: string;
                /**
                 * @description Only this category.
                 * @example 019c4690-740a-724d-a0a3-7e6ac2a22393
                 */
                categoryId?: string;
                /**
                 * @description Only what this seller offers.
                 * @example 019c4690-fb6b-7e6f-9db4-37e4fa143dc3
                 */
                sellerId?: string;
                /**
                 * @description Lowest price in QAR.
                 * @example 10.00
                 */
                minPrice?: string;
                /**
                 * @description Highest price in QAR.
                 * @example 100.00
                 */
                maxPrice?: string;
                /**
                 * @description True: only what can be bought now.
                 * @example true
                 */
                inStock?: boolean;
                /**
                 * @description Order of the list.
                 * @example price-asc
                 */
                sort?: "newest" | "price-asc" | "price-desc" | "name";
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProductList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Product.
                 * @example 019c4690-9ab8-7883-8dd5-702f082c86ef
                 */
                id: components["parameters"]["ProductPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Product"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVariantOffers: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Variant.
                 * @example 019c4690-ae0f-7258-9538-dad5777f2f3d
                 */
                id: components["parameters"]["VariantPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ShopperOfferList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSellerProfile: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Seller.
                 * @example 019c4690-fb6b-7e6f-9db4-37e4fa143dc3
                 */
                id: components["parameters"]["SellerPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SellerProfile"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCart: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Cart"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearCart: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Cart"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    addCartItem: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "offerId": "019c4690-d4bd-76aa-b66a-ebbaafceaaa7",
                 *       "quantity": 2
                 *     }
                 */
                "application/json": components["schemas"]["AddCartItemRequest"];
            };
        };
        responses: {
            200: components["responses"]["Cart"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeCartItem: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path: {
                /**
                 * @description Cart item.
                 * @example 019c4691-3570-7680-8901-1ccc049a4710
                 */
                id: components["parameters"]["CartItemPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Cart"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCartItem: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description A guest's cart, as given in the cart's token.
                 * @example ct_4fV9qLz0XbT7mKc2
                 */
                "X-Cart-Token"?: components["parameters"]["CartToken"];
            };
            path: {
                /**
                 * @description Cart item.
                 * @example 019c4691-3570-7680-8901-1ccc049a4710
                 */
                id: components["parameters"]["CartItemPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": 3
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCartItemRequest"];
            };
        };
        responses: {
            200: components["responses"]["Cart"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AddressList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "البيت",
                 *       "contactName": "نورة الكواري",
                 *       "phone": "+97455123456",
                 *       "zoneNumber": 61,
                 *       "streetNumber": 836,
                 *       "buildingNumber": 12,
                 *       "unit": "1204",
                 *       "floor": "12",
                 *       "landmark": "مقابل سيتي سنتر الدوحة",
                 *       "location": {
                 *         "latitude": 25.3215,
                 *         "longitude": 51.527
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateAddressRequest"];
            };
        };
        responses: {
            201: components["responses"]["Address"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Address.
                 * @example 019c4691-48c7-7424-9d46-1c27c3d2924e
                 */
                id: components["parameters"]["AddressPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Address.
                 * @example 019c4691-48c7-7424-9d46-1c27c3d2924e
                 */
                id: components["parameters"]["AddressPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "floor": "14",
                 *       "unit": "1402"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAddressRequest"];
            };
        };
        responses: {
            200: components["responses"]["Address"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    openCheckout: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            201: components["responses"]["Checkout"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["CheckoutConflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckout: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Checkout.
                 * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
                 */
                id: components["parameters"]["CheckoutPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Checkout"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Checkout.
                 * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
                 */
                id: components["parameters"]["CheckoutPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCheckout: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Checkout.
                 * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
                 */
                id: components["parameters"]["CheckoutPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": "019c4691-48c7-7424-9d46-1c27c3d2924e",
                 *       "shipping": [
                 *         {
                 *           "sellerId": "019c4690-fb6b-7e6f-9db4-37e4fa143dc3",
                 *           "methodId": "019c4691-82cc-7ece-8de6-d05cf14954e7"
                 *         }
                 *       ],
                 *       "paymentMethod": "COD"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCheckoutRequest"];
            };
        };
        responses: {
            200: components["responses"]["Checkout"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["CheckoutExpired"];
            422: components["responses"]["CheckoutRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShippingOptions: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Checkout.
                 * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
                 */
                id: components["parameters"]["CheckoutPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ShippingOptions"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["CheckoutExpired"];
            422: components["responses"]["CheckoutRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmCheckout: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Checkout.
                 * @example 019c4691-5c1e-7a39-a7fa-44e40bb266fd
                 */
                id: components["parameters"]["CheckoutPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            201: components["responses"]["Order"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CheckoutConflict"];
            410: components["responses"]["CheckoutExpired"];
            422: components["responses"]["CheckoutRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example IN_PROGRESS
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Order.
                 * @example 019c4691-a97a-7354-a4f3-6f75ec843ff8
                 */
                id: components["parameters"]["OrderPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Order"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order.
                 * @example 019c4691-a97a-7354-a4f3-6f75ec843ff8
                 */
                id: components["parameters"]["OrderPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Ordered the wrong size"
                 *     }
                 */
                "application/json": components["schemas"]["OptionalReason"];
            };
        };
        responses: {
            200: components["responses"]["OrderCancellation"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderTracking: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Order.
                 * @example 019c4691-a97a-7354-a4f3-6f75ec843ff8
                 */
                id: components["parameters"]["OrderPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderTracking"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotificationList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    markNotificationRead: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Notification.
                 * @example 019c4692-7e37-749a-954e-580e9ba68ec7
                 */
                id: components["parameters"]["NotificationPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Notification"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyAsSeller: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "legalName": "Souq Waqif Sweets Trading W.L.L.",
                 *       "displayName": {
                 *         "en": "Souq Waqif Sweets",
                 *         "ar": "حلويات سوق واقف"
                 *       },
                 *       "warehouse": {
                 *         "name": "Industrial Area store",
                 *         "phone": "+97444601122",
                 *         "zoneNumber": 57,
                 *         "streetNumber": 33,
                 *         "buildingNumber": 104,
                 *         "landmark": "Industrial Area, gate 4",
                 *         "location": {
                 *           "latitude": 25.1866,
                 *           "longitude": 51.4452
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SellerApplicationRequest"];
            };
        };
        responses: {
            201: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSeller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSeller: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": {
                 *         "en": "Souq Waqif Sweets",
                 *         "ar": "حلويات سوق واقف"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSellerRequest"];
            };
        };
        responses: {
            200: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSellerVacation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "onVacation": true
                 *     }
                 */
                "application/json": components["schemas"]["VacationRequest"];
            };
        };
        responses: {
            200: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWarehouses: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WarehouseList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWarehouse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Industrial Area store",
                 *       "phone": "+97444601122",
                 *       "zoneNumber": 57,
                 *       "streetNumber": 33,
                 *       "buildingNumber": 104,
                 *       "landmark": "Industrial Area, gate 4",
                 *       "location": {
                 *         "latitude": 25.1866,
                 *         "longitude": 51.4452
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateWarehouseRequest"];
            };
        };
        responses: {
            201: components["responses"]["Warehouse"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWarehouse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Warehouse.
                 * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
                 */
                id: components["parameters"]["WarehousePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+97444601123"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWarehouseRequest"];
            };
        };
        responses: {
            200: components["responses"]["Warehouse"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSellerProducts: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SellerProductList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSellerProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categoryId": "019c4690-740a-724d-a0a3-7e6ac2a22393",
                 *       "title": {
                 *         "en": "Premium Khalas dates",
                 *         "ar": "تمر خلاص فاخر"
                 *       },
                 *       "description": {
                 *         "en": "Khalas dates from the farms of Umm Salal, packed by hand.",
                 *         "ar": "تمر خلاص من مزارع أم صلال، معبأ يدويا."
                 *       },
                 *       "digital": false,
                 *       "variants": [
                 *         {
                 *           "sku": "KHALAS-1KG",
                 *           "options": {
                 *             "weight": "1 kg"
                 *           },
                 *           "name": {
                 *             "en": "Box of 1 kg",
                 *             "ar": "علبة ١ كجم"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateProductRequest"];
            };
        };
        responses: {
            201: components["responses"]["SellerProduct"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSellerProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Product.
                 * @example 019c4690-9ab8-7883-8dd5-702f082c86ef
                 */
                id: components["parameters"]["ProductPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": {
                 *         "en": "Premium Khalas dates, new crop",
                 *         "ar": "تمر خلاص فاخر، محصول جديد"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProductRequest"];
            };
        };
        responses: {
            200: components["responses"]["SellerProduct"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSellerOffers: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SellerOfferList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSellerOffer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variantId": "019c4690-ae0f-7258-9538-dad5777f2f3d",
                 *       "price": {
                 *         "amount": "45.00",
                 *         "currency": "QAR"
                 *       },
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateOfferRequest"];
            };
        };
        responses: {
            201: components["responses"]["SellerOffer"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSellerOffer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Offer.
                 * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
                 */
                id: components["parameters"]["OfferPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": {
                 *         "amount": "42.50",
                 *         "currency": "QAR"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOfferRequest"];
            };
        };
        responses: {
            200: components["responses"]["SellerOffer"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSellerStock: {
        parameters: {
            query?: {
                /**
                 * @description Only this offer.
                 * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
                 */
                offerId?: string;
                /**
                 * @description Only this warehouse.
                 * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
                 */
                warehouseId?: string;
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StockLevelList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSellerStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Offer.
                 * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
                 */
                offerId: components["parameters"]["OfferId"];
                /**
                 * @description Warehouse.
                 * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
                 */
                warehouseId: components["parameters"]["WarehouseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "onHand": 25,
                 *       "reason": "Weekly count"
                 *     }
                 */
                "application/json": components["schemas"]["SetStockRequest"];
            };
        };
        responses: {
            200: components["responses"]["StockLevel"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrderGroups: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example PENDING_ACCEPTANCE
                 */
                status?: components["schemas"]["GroupStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderGroupList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Out of stock after a recount of the shelf"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    packOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    readyOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyAsDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fullName": "Yousef Rahman",
                 *       "phone": "+97466778899",
                 *       "vehicle": {
                 *         "type": "VAN",
                 *         "plate": "254781"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DriverApplicationRequest"];
            };
        };
        responses: {
            201: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDriver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    startShift: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    breakShift: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeShift: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endShift: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDriverTasks: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example ACCEPTED
                 */
                status?: components["schemas"]["TaskStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DriverTaskList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDriverRoute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Route"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["DeliveryExpired"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    declineTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Puncture on Salwa Road"
                 *     }
                 */
                "application/json": components["schemas"]["OptionalReason"];
            };
        };
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["DeliveryExpired"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pickUpTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    startTransit: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    arriveTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestDeliveryCode: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyDeliveryCode: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "481920"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyCodeRequest"];
            };
        };
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["DeliveryExpired"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordCash: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordCashRequest"];
            };
        };
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["DriverTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "points": [
                 *         {
                 *           "sequence": 4711,
                 *           "latitude": 25.2867,
                 *           "longitude": 51.5333,
                 *           "accuracy": 6.5,
                 *           "recordedAt": "2026-02-12T11:41:09.000Z",
                 *           "speed": 11.2,
                 *           "heading": 342
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReportLocationsRequest"];
            };
        };
        responses: {
            202: components["responses"]["LocationReceipt"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDriverCash: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CashView"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDispatchOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DispatchOverview"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example UNASSIGNED
                 */
                status?: components["schemas"]["TaskStatus"];
                /**
                 * @description Only this zone.
                 * @example 019c4692-5789-7be7-b899-84b4cb90d3b8
                 */
                zoneId?: string;
                /**
                 * @description Only this driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                driverId?: string;
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DispatchTaskList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DispatchTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e"
                 *     }
                 */
                "application/json": components["schemas"]["AssignTaskRequest"];
            };
        };
        responses: {
            200: components["responses"]["DispatchTask"];
            202: components["responses"]["AssignPending"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    unassignTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Driver is stuck on the Corniche"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["DispatchTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTask: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Buyer called to cancel"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["DispatchTask"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTaskExplanation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Delivery task.
                 * @example 019c4691-e37f-7acd-92e6-26484a8854e7
                 */
                id: components["parameters"]["DeliveryTaskPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaskExplanation"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listZones: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ZoneList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createZone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": {
                 *         "en": "West Bay",
                 *         "ar": "الخليج الغربي"
                 *       },
                 *       "priority": 10,
                 *       "geometry": {
                 *         "type": "Polygon",
                 *         "coordinates": [
                 *           [
                 *             [
                 *               51.505,
                 *               25.305
                 *             ],
                 *             [
                 *               51.545,
                 *               25.305
                 *             ],
                 *             [
                 *               51.545,
                 *               25.345
                 *             ],
                 *             [
                 *               51.505,
                 *               25.345
                 *             ],
                 *             [
                 *               51.505,
                 *               25.305
                 *             ]
                 *           ]
                 *         ]
                 *       },
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateZoneRequest"];
            };
        };
        responses: {
            201: components["responses"]["Zone"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDrivers: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example APPROVED
                 */
                status?: components["schemas"]["DriverStatus"];
                /**
                 * @description Only this presence.
                 * @example ONLINE
                 */
                presence?: components["schemas"]["Presence"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DriverList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDispatchDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cashLimit": {
                 *         "amount": "2500.00",
                 *         "currency": "QAR"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateDriverRequest"];
            };
        };
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "zoneIds": [
                 *         "019c4692-5789-7be7-b899-84b4cb90d3b8"
                 *       ],
                 *       "cashLimit": {
                 *         "amount": "2000.00",
                 *         "currency": "QAR"
                 *       },
                 *       "capacity": 8
                 *     }
                 */
                "application/json": components["schemas"]["ApproveDriverRequest"];
            };
        };
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "No valid driving licence"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    suspendDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Repeated complaints from buyers"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    reinstateDriver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Driver"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRoutes: {
        parameters: {
            query?: {
                /**
                 * @description Only this driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                driverId?: string;
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RouteList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Route.
                 * @example 019c4692-4432-78e9-a358-99619b08a467
                 */
                id: components["parameters"]["RoutePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Route"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCashOverview: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CashOverview"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDriverCashForDispatch: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Driver.
                 * @example 019c4692-0a2d-73cb-b3a5-907e36e2b71e
                 */
                id: components["parameters"]["DriverPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CashView"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSettlement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "driverId": "019c4692-0a2d-73cb-b3a5-907e36e2b71e",
                 *       "counted": {
                 *         "amount": "115.00",
                 *         "currency": "QAR"
                 *       },
                 *       "note": "End of morning shift"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSettlementRequest"];
            };
        };
        responses: {
            201: components["responses"]["Settlement"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Settlement.
                 * @example 019c4692-6ae0-7d1a-8b1c-83c2235e835c
                 */
                id: components["parameters"]["SettlementPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Settlement"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveSettlement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Settlement.
                 * @example 019c4692-6ae0-7d1a-8b1c-83c2235e835c
                 */
                id: components["parameters"]["SettlementPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Settlement"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example OPEN
                 */
                status?: components["schemas"]["AlertStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Alert.
                 * @example 019c4692-918e-7e47-a3ad-3ea304c2b82b
                 */
                id: components["parameters"]["AlertPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            200: components["responses"]["Alert"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Alert.
                 * @example 019c4692-918e-7e47-a3ad-3ea304c2b82b
                 */
                id: components["parameters"]["AlertPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Called the seller, accepted now"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveAlertRequest"];
            };
        };
        responses: {
            200: components["responses"]["Alert"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Part of an e-mail or a name.
                 * @example noora
                 */
                q?: string;
                /**
                 * @description Only accounts with this role.
                 * @example DISPATCHER
                 */
                role?: components["schemas"]["Role"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AccountList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Account.
                 * @example 019c4690-1357-7f25-91bd-637adc78a147
                 */
                id: components["parameters"]["AccountPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Account"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Account.
                 * @example 019c4690-1357-7f25-91bd-637adc78a147
                 */
                id: components["parameters"]["AccountPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "DISPATCHER"
                 *     }
                 */
                "application/json": components["schemas"]["GrantRoleRequest"];
            };
        };
        responses: {
            200: components["responses"]["Account"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Account.
                 * @example 019c4690-1357-7f25-91bd-637adc78a147
                 */
                id: components["parameters"]["AccountPath"];
                /**
                 * @description The role to take away.
                 * @example DISPATCHER
                 */
                role: components["schemas"]["GrantableRole"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Account"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSellersForAdmin: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example APPLIED
                 */
                status?: components["schemas"]["SellerStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SellerList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveSeller: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Seller.
                 * @example 019c4690-fb6b-7e6f-9db4-37e4fa143dc3
                 */
                id: components["parameters"]["SellerPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "commissionPlanId": "019c4692-a4e5-7f42-bbdd-8312b7cf9cb8"
                 *     }
                 */
                "application/json": components["schemas"]["ApproveSellerRequest"];
            };
        };
        responses: {
            200: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectSeller: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Seller.
                 * @example 019c4690-fb6b-7e6f-9db4-37e4fa143dc3
                 */
                id: components["parameters"]["SellerPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Commercial registration has lapsed"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["Seller"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWarehouseAsAdmin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Warehouse.
                 * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
                 */
                id: components["parameters"]["WarehousePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+97444601123"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWarehouseRequest"];
            };
        };
        responses: {
            200: components["responses"]["Warehouse"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setStockAsAdmin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Offer.
                 * @example 019c4690-d4bd-76aa-b66a-ebbaafceaaa7
                 */
                offerId: components["parameters"]["OfferId"];
                /**
                 * @description Warehouse.
                 * @example 019c4691-0ec2-74ec-ae83-1099a17e391d
                 */
                warehouseId: components["parameters"]["WarehouseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "onHand": 25,
                 *       "reason": "Weekly count"
                 *     }
                 */
                "application/json": components["schemas"]["SetStockRequest"];
            };
        };
        responses: {
            200: components["responses"]["StockLevel"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOrderGroup: {
        parameters: {
            query?: {
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe for 48 hours.
                 * @example 6f1d2c1e-confirm-1
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Order group.
                 * @example 019c4691-bcd1-76cc-b0cd-86ae803b78c3
                 */
                id: components["parameters"]["OrderGroupPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Seller has no owner yet"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            200: components["responses"]["OrderGroup"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllOrders: {
        parameters: {
            query?: {
                /**
                 * @description Only this status.
                 * @example IN_PROGRESS
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Language of the texts; else Accept-Language decides.
                 * @example ar
                 */
                locale?: components["parameters"]["Locale"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AdminOrderList"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Settings"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag last read. Needed, though not marked so: without it the answer is 428, not 422.
                 * @example "2"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "codMaximum": {
                 *         "value": {
                 *           "amount": "3000.00",
                 *           "currency": "QAR"
                 *         },
                 *         "confirmed": true
                 *       },
                 *       "cutoffTime": {
                 *         "confirmed": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            200: components["responses"]["Settings"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LedgerCheck"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description nextCursor of the page before.
                 * @example eyJrIjoiMDE5YyJ9.bXFyc3Q
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditLog"];
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
}
