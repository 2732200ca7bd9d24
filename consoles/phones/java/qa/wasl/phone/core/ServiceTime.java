package qa.wasl.phone.core;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The service's time, counted on from its last answer with the clock that cannot be set. So a driver who changes the
 * phone's clock, or a network that corrects it, does not move positions in time. Before the first answer the phone's
 * clock is believed.
 */
public final class ServiceTime {
    /** An answer's date is in whole seconds and has been on its way; smaller differences are no news. */
    private static final long TOLERANCE_MS = 2_000;

    private final Clock clock;
    private boolean known;
    private long offset;

    public ServiceTime(Clock clock) {
        this.clock = clock;
    }

    /** @param date Of an answer, in milliseconds since 1970; 0 if it had none. */
    synchronized void learn(long date) {
        if (date <= 0) return;
        long heard = date + 500 - clock.elapsed();
        if (known && Math.abs(heard - offset) <= TOLERANCE_MS) return;
        offset = heard;
        known = true;
    }

    public synchronized long now() {
        return at(clock.elapsed());
    }

    /** The service's time when the phone had been on for so long. */
    public synchronized long at(long elapsed) {
        return known ? elapsed + offset : clock.wall() - (clock.elapsed() - elapsed);
    }

    /** As the contract writes it, such as 2026-02-12T11:41:09.000Z */
    static String iso(long time) {
        return format().format(new Date(time));
    }

    /** Milliseconds since 1970; 0 if it is no such text. */
    static long parse(String iso) {
        try {
            return iso == null ? 0 : format().parse(iso).getTime();
        } catch (java.text.ParseException error) {
            return 0;
        }
    }

    private static SimpleDateFormat format() {
        // The default language of a phone may have digits of its own.
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }
}
