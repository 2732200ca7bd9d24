package qa.wasl.phone.core;

import java.util.Random;

/** How long to wait after each further failure: twice as long each time, up to a longest, and never all at once. */
public final class Backoff {
    private final long first;
    private final long longest;
    private final Random random;
    private long next;

    public Backoff(long first, long longest, Random random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
        next = first;
    }

    /** Milliseconds, between half and the whole of the current wait: phones that lost one mast must not return as one. */
    public long next() {
        long wait = next;
        next = Math.min(longest, next * 2);
        return wait / 2 + (long) (random.nextDouble() * (wait - wait / 2));
    }

    public void reset() {
        next = first;
    }
}
