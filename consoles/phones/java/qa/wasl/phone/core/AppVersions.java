package qa.wasl.phone.core;

import java.io.IOException;

/** Which version of this app the service gives out, and the lowest that it accepts. */
public final class AppVersions {
    /** The number of the newest version; 0: none is given out. */
    public final long newest;
    public final long lowest;

    private AppVersions(long newest, long lowest) {
        this.newest = newest;
        this.lowest = lowest;
    }

    /**
     * @param app BUYER, SELLER or DRIVER.
     * @return Null if the service did not answer: an app must not lock its user out for that.
     */
    public static AppVersions ask(ServiceClient client, String app) {
        try {
            Answer answer = client.get("/apps", null);
            if (!answer.isOk()) return null;
            for (Object each : Json.list(Json.parse(answer.body), "data"))
                if (app.equals(Json.text(each, "app")))
                    return new AppVersions(Json.number(Json.get(each, "newest"), "code", 0), Json.number(each, "lowestCode", 0));
            return null;
        } catch (IOException error) {
            return null;
        } catch (IllegalArgumentException error) {
            return null;
        }
    }

    public boolean isTooOld(long own) {
        return own < lowest;
    }

    public boolean hasNewer(long own) {
        return own < newest;
    }
}
