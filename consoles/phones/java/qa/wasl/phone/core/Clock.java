package qa.wasl.phone.core;

/** The two clocks of a phone. */
public interface Clock {
    /** Milliseconds since 1970 as the phone believes; its user may set it to anything at any moment. */
    long wall();

    /** Milliseconds since the phone was switched on, sleep included; never jumps. */
    long elapsed();
}
