package qa.wasl.phone.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Asks once for the account's notifications, and finds those that this phone has not shown. */
public final class NoticePoll {
    /** More than this at once helps nobody; the page lists all. */
    static final int MAX_SHOWN = 5;

    public enum Outcome { READ, LATER, SIGNED_OUT }

    public final Outcome outcome;
    /** To be shown, oldest first. */
    public final List<Notice> fresh;
    /** The ids that were listed, to be given to the next poll. They are in no order: they are made from the event. */
    public final String listed;
    public final long unread;

    private NoticePoll(Outcome outcome, List<Notice> fresh, String listed, long unread) {
        this.outcome = outcome;
        this.fresh = fresh;
        this.listed = listed;
        this.unread = unread;
    }

    /**
     * @param seen What the last poll listed; null for the first, which shows nothing: what is old is no news.
     * @param language ar or en
     */
    public static NoticePoll ask(ServiceClient client, String token, String seen, String language) {
        List<Notice> none = Collections.<Notice>emptyList();
        Answer answer;
        Object json;
        try {
            answer = client.get("/notifications?limit=20&locale=" + language, token);
            if (answer.isSignedOut()) return new NoticePoll(Outcome.SIGNED_OUT, none, seen, 0);
            if (!answer.isOk()) return new NoticePoll(Outcome.LATER, none, seen, 0);
            json = Json.parse(answer.body);
        } catch (IOException error) {
            return new NoticePoll(Outcome.LATER, none, seen, 0);
        } catch (IllegalArgumentException error) {
            return new NoticePoll(Outcome.LATER, none, seen, 0);
        }
        List<Notice> fresh = new ArrayList<Notice>();
        StringBuilder listed = new StringBuilder();
        for (Object each : Json.list(json, "data")) {
            String id = Json.text(each, "id");
            String title = Json.text(each, "title");
            String body = Json.text(each, "body");
            if (id == null || title == null || body == null) continue;
            listed.append(id).append(' ');
            boolean isNew = seen != null && !seen.contains(id);
            if (isNew && Json.get(each, "readAt") == null && fresh.size() < MAX_SHOWN)
                fresh.add(new Notice(id, title, body));
        }
        Collections.reverse(fresh);
        long unread = Json.number(Json.get(json, "page"), "unreadCount", 0);
        return new NoticePoll(Outcome.READ, fresh, listed.toString(), unread);
    }
}
