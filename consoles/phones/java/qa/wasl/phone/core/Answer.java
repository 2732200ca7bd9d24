package qa.wasl.phone.core;

/** What the service answered. */
public final class Answer {
    public final int status;
    public final String body;
    /** Milliseconds the service asks to wait; 0: it does not say. */
    public final long retryAfter;

    Answer(int status, String body, long retryAfter) {
        this.status = status;
        this.body = body;
        this.retryAfter = retryAfter;
    }

    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** The token was revoked or replaced, its session has ended, or its role was taken away. */
    public boolean isSignedOut() {
        return status == 401 || status == 403;
    }

    /** The same request will never be accepted. */
    public boolean isRefused() {
        return status == 400 || status == 413 || status == 422;
    }
}
