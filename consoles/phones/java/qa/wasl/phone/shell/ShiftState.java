package qa.wasl.phone.shell;

import java.util.Locale;
import qa.wasl.phone.core.Activity;
import qa.wasl.phone.core.Json;
import qa.wasl.phone.core.PointReporter;

/** What the page shows of the service that runs behind it. Every change is told to the page that is open. */
final class ShiftState {
    private static final ShiftState ONLY = new ShiftState();

    private Activity activity = Activity.OFF;
    /** As the page calls it: OFF, SEARCHING, FOUND, DENIED, UNAVAILABLE. */
    private String location = "OFF";
    private PointReporter.State reporting = PointReporter.State.SENT;
    private int waiting;
    private String fix = "null";

    static ShiftState get() {
        return ONLY;
    }

    synchronized Activity activity() {
        return activity;
    }

    void during(Activity now) {
        synchronized (this) {
            activity = now;
            if (now == Activity.OFF) fix = "null";
        }
        tell();
    }

    void location(String now) {
        synchronized (this) {
            if (location.equals(now)) return;
            location = now;
        }
        tell();
    }

    void reporting(PointReporter.State now, int left) {
        synchronized (this) {
            if (reporting == now && waiting == left) return;
            reporting = now;
            waiting = left;
        }
        tell();
    }

    void fix(double latitude, double longitude, double accuracy, long at) {
        synchronized (this) {
            location = "FOUND";
            String shape = "{\"latitude\":%.6f,\"longitude\":%.6f,\"accuracy\":%.1f,\"at\":%d}";
            fix = String.format(Locale.ROOT, shape, latitude, longitude, accuracy, at);
        }
        tell();
    }

    synchronized String json() {
        return "{\"activity\":" + Json.quote(activity.name()) + ",\"location\":" + Json.quote(location)
                + ",\"reporting\":" + Json.quote(reporting.name()) + ",\"waiting\":" + waiting + ",\"fix\":" + fix + "}";
    }

    private void tell() {
        PageActivity.tellPage(json());
    }
}
