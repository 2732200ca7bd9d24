package qa.wasl.phone.core;

/** A notification of the account. */
public final class Notice {
    public final String id;
    public final String title;
    public final String body;

    Notice(String id, String title, String body) {
        this.id = id;
        this.title = title;
        this.body = body;
    }
}
