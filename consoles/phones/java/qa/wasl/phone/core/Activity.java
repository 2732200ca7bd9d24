package qa.wasl.phone.core;

/** What the driver is doing, as far as it decides how often a position is worth the battery. The page says which. */
public enum Activity {
    OFF(0, false),
    BREAK(45_000, false),
    IDLE(15_000, true),
    WORKING(6_000, true),
    IN_TRANSIT(2_000, true);

    /** The service takes a driver for stale after 60 s without a signal. */
    private static final long SLOWEST_MS = 50_000;
    private static final int LOW_PERCENT = 20;
    private static final int VERY_LOW_PERCENT = 10;

    private final long every;
    private final boolean precise;

    Activity(long every, boolean precise) {
        this.every = every;
        this.precise = precise;
    }

    /** Null for a word of a page that is newer than this app. */
    public static Activity named(String name) {
        for (Activity each : values()) if (each.name().equals(name)) return each;
        return null;
    }

    /** Milliseconds between two positions: a third as often with a low battery, a sixth as often with a very low one. */
    public long every(int batteryPercent, boolean charging) {
        if (charging || batteryPercent > LOW_PERCENT) return every;
        return Math.min(SLOWEST_MS, every * (batteryPercent > VERY_LOW_PERCENT ? 3 : 6));
    }

    /** Whether the satellite receiver is worth its power. */
    public boolean isPrecise(int batteryPercent, boolean charging) {
        return precise && (charging || batteryPercent > VERY_LOW_PERCENT);
    }
}
