package qa.wasl.phone.core;

/** The device token, which a page may replace at any moment: its former value is refused from then on. */
public final class Token {
    private String value;

    public Token(String value) {
        this.value = value;
    }

    public synchronized String get() {
        return value;
    }

    /** @param value Null: signed out. */
    public synchronized void set(String value) {
        this.value = value;
    }

    /** Whether there is another one by now: a refusal of the former says nothing. */
    synchronized boolean isReplaced(String used) {
        return value != null && !value.equals(used);
    }
}
