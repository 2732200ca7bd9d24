package qa.wasl.phone.shell;

import android.os.SystemClock;
import qa.wasl.phone.core.Clock;

/** The clocks of this phone. */
final class PhoneClock implements Clock {
    @Override
    public long wall() {
        return System.currentTimeMillis();
    }

    @Override
    public long elapsed() {
        return SystemClock.elapsedRealtime();
    }
}
