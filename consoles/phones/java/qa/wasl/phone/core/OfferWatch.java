package qa.wasl.phone.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Asks for offers over a connection of its own, so that a queue of positions being sent never holds one up. */
public final class OfferWatch implements Step {
    public interface Listener {
        /**
         * An offer that the driver may not have noticed yet.
         *
         * @return Whether the driver is told of it now. Otherwise it is handed over again with the next answer.
         */
        boolean offered(Offer offer);

        /** One that the driver was told of was answered, withdrawn, or has run out. */
        void over(Offer offer);
    }

    private static final String PATH = "/driver/offers?limit=10";
    /** An offer stands for 90 s by default; a free driver hears of one within this. */
    private static final long FREE_MS = 5_000;
    private static final long BUSY_MS = 10_000;
    /** Drivers on a break are offered nothing; a dispatcher may still assign by hand. */
    private static final long BREAK_MS = 45_000;
    private static final long FIRST_WAIT_MS = 2_000;
    private static final long LONGEST_WAIT_MS = 30_000;

    private final ServiceClient client;
    private final Token token;
    private final ServiceTime time;
    private final Listener listener;
    private final Backoff backoff;
    /** Those that the driver was told of, by their ids. */
    private final Map<String, Offer> open = new LinkedHashMap<String, Offer>();
    private volatile Activity activity = Activity.IDLE;

    public OfferWatch(ServiceClient client, Token token, ServiceTime time, Random random, Listener listener) {
        this.client = client;
        this.token = token;
        this.time = time;
        this.listener = listener;
        backoff = new Backoff(FIRST_WAIT_MS, LONGEST_WAIT_MS, random);
    }

    public void during(Activity activity) {
        this.activity = activity;
    }

    @Override
    public long run() {
        expire();
        String used = token.get();
        if (used == null) return end();
        Answer answer;
        try {
            answer = client.get(PATH, used);
        } catch (IOException error) {
            return untilNextEnd(backoff.next());
        }
        if (answer.isSignedOut()) return token.isReplaced(used) ? FIRST_WAIT_MS : end();
        if (!answer.isOk() || !take(answer.body)) return untilNextEnd(Math.max(answer.retryAfter, backoff.next()));
        backoff.reset();
        return untilNextEnd(pause());
    }

    private long pause() {
        if (activity == Activity.BREAK) return BREAK_MS;
        return activity == Activity.IDLE ? FREE_MS : BUSY_MS;
    }

    /** False if this is not the answer that was expected. */
    private boolean take(String body) {
        List<?> listed;
        try {
            listed = Json.list(Json.parse(body), "data");
        } catch (IllegalArgumentException error) {
            return false;
        }
        Map<String, Offer> now = new LinkedHashMap<String, Offer>();
        for (Object each : listed) {
            Offer offer = Offer.of(each);
            if (offer != null) now.put(offer.id, offer);
        }
        for (Offer former : new ArrayList<Offer>(open.values())) if (!now.containsKey(former.id)) close(former);
        for (Offer offer : now.values()) {
            if (open.containsKey(offer.id) || isOver(offer)) continue;
            if (listener.offered(offer)) open.put(offer.id, offer);
        }
        return true;
    }

    /** Without a network, too: a phone must not ring for what can no longer be taken. */
    private void expire() {
        for (Offer offer : new ArrayList<Offer>(open.values())) if (isOver(offer)) close(offer);
    }

    private boolean isOver(Offer offer) {
        return offer.expiresAt > 0 && offer.expiresAt <= time.now();
    }

    private void close(Offer offer) {
        open.remove(offer.id);
        listener.over(offer);
    }

    private long end() {
        for (Offer offer : new ArrayList<Offer>(open.values())) close(offer);
        return OVER;
    }

    /** No longer than until the next offer runs out. */
    private long untilNextEnd(long pause) {
        long wait = pause;
        for (Offer offer : open.values())
            if (offer.expiresAt > 0) wait = Math.min(wait, Math.max(100, offer.expiresAt - time.now()));
        return wait;
    }
}
