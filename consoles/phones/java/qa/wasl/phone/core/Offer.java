package qa.wasl.phone.core;

/** A delivery that the driver is asked to take. */
public final class Offer {
    public final String id;
    public final String orderNumber;
    public final String pickup;
    /** The service's time; 0: it does not run out. */
    public final long expiresAt;

    Offer(String id, String orderNumber, String pickup, long expiresAt) {
        this.id = id;
        this.orderNumber = orderNumber;
        this.pickup = pickup;
        this.expiresAt = expiresAt;
    }

    /** Null if the service's answer does not have what is needed. */
    static Offer of(Object json) {
        Object offer = Json.get(json, "offer");
        String id = Json.text(offer, "id");
        String number = Json.text(json, "orderNumber");
        String pickup = Json.text(Json.get(json, "pickup"), "name");
        if (id == null || number == null || pickup == null) return null;
        return new Offer(id, number, pickup, ServiceTime.parse(Json.text(offer, "expiresAt")));
    }
}
