package qa.wasl.phone.core;

/** What the notification of a shift says of the positions. */
public enum ShiftText {
    SHOWN, WAITING, NOT_OUR_SERVER;

    /** So few are normal between two reports. */
    private static final int SHOWN_WAITING = 10;

    /** How many are said to wait: a whole number of tens, so that the notification does not change with each position. */
    public static int told(int waiting) {
        return waiting / SHOWN_WAITING * SHOWN_WAITING;
    }

    /** @param waiting Positions that the service has not confirmed. */
    public static ShiftText of(PointReporter.State state, int waiting) {
        if (state == PointReporter.State.NOT_OUR_SERVER) return NOT_OUR_SERVER;
        return told(waiting) == 0 ? SHOWN : WAITING;
    }
}
