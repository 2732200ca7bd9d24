package qa.wasl.phone.core;

/**
 * Passes the fixes that are worth a report: accurate ones, at most one per interval, and while standing still only often
 * enough to show that the phone is online. The same rule as in consoles/driver/location/point-filter.ts.
 */
public final class FixFilter {
    /** Metres. A less accurate fix is worth less than the previous one. */
    private static final double WORST = 150;
    /** After so long an inaccurate fix is better than none. */
    private static final long STARVED_MS = 60_000;
    /** Metres that count as movement, whatever the accuracy. */
    private static final double MIN_MOVE = 8;
    private static final long MIN_QUIET_MS = 15_000;
    /** Fixes do not come to the millisecond: one that is early by this much is not dropped. */
    private static final long EARLY_MS = 200;

    private Fix last;

    public boolean accepts(Fix fix, long every) {
        if (last != null) {
            long passed = fix.elapsed - last.elapsed;
            if (passed <= 0) return false;
            if (fix.accuracy > WORST && passed < STARVED_MS) return false;
            boolean moved = last.metresTo(fix) > Math.max(MIN_MOVE, Math.min(fix.accuracy, WORST) / 2);
            if (passed + EARLY_MS < (moved ? every : Math.max(every, MIN_QUIET_MS))) return false;
        }
        last = fix;
        return true;
    }
}
