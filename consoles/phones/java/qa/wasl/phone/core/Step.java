package qa.wasl.phone.core;

/** Work that is done again and again. */
public interface Step {
    /** Returned by the last run. */
    long OVER = -1;

    /** @return Milliseconds until the next run, or OVER. */
    long run();
}
