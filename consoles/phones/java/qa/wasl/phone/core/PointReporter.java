package qa.wasl.phone.core;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Sends the queue in its order, in batches, each until the service has it. */
public final class PointReporter implements Step {
    /** What happened to the last batch. */
    public enum State { SENT, WAITING, NOT_OUR_SERVER, SIGNED_OUT }

    public interface Listener {
        void reporting(State state);
    }

    private static final String PATH = "/driver/locations";
    private static final int BATCH = 100;
    /** Between batches while many wait: the service takes four a second of a driver, and drops what comes faster. */
    private static final long PACE_MS = 500;
    private static final long FIRST_WAIT_MS = 2_000;
    private static final long LONGEST_WAIT_MS = 60_000;

    private final PointQueue queue;
    private final ServiceClient client;
    private final Token token;
    private final Listener listener;
    private final Backoff backoff;
    private volatile long every;
    private int most = BATCH;
    private long refused;

    public PointReporter(PointQueue queue, ServiceClient client, Token token, Random random, Listener listener) {
        this.queue = queue;
        this.client = client;
        this.token = token;
        this.listener = listener;
        backoff = new Backoff(FIRST_WAIT_MS, LONGEST_WAIT_MS, random);
    }

    /** @param every Milliseconds between two reports while none is late. */
    public void every(long every) {
        this.every = every;
    }

    /** How many points the service will never accept; they are dropped one by one. */
    public long refused() {
        return refused;
    }

    @Override
    public long run() {
        List<Point> batch = queue.oldest(most);
        if (batch.isEmpty()) return Math.max(PACE_MS, every);
        String used = token.get();
        if (used == null) return signedOut();
        Answer answer;
        try {
            answer = client.post(PATH, used, json(batch));
        } catch (IOException error) {
            return later(PinnedTrust.isNotOurServer(error) ? State.NOT_OUR_SERVER : State.WAITING, 0);
        }
        if (answer.isSignedOut()) return token.isReplaced(used) ? PACE_MS : signedOut();
        if (answer.isRefused()) return refuse(batch);
        if (!answer.isOk()) return later(State.WAITING, answer.retryAfter);
        queue.confirm(batch.get(batch.size() - 1).sequence);
        most = BATCH;
        backoff.reset();
        listener.reporting(State.SENT);
        return queue.size() >= BATCH / 2 ? PACE_MS : Math.max(PACE_MS, every);
    }

    /** Halves what is sent until the one point is found that the service refuses; the others stay. */
    private long refuse(List<Point> batch) {
        if (batch.size() == 1) {
            refused++;
            queue.confirm(batch.get(0).sequence);
        } else {
            most = batch.size() / 2;
        }
        return PACE_MS;
    }

    private long later(State state, long retryAfter) {
        listener.reporting(state);
        return Math.max(retryAfter, backoff.next());
    }

    private long signedOut() {
        listener.reporting(State.SIGNED_OUT);
        return OVER;
    }

    private static String json(List<Point> batch) {
        StringBuilder json = new StringBuilder("{\"points\":[");
        for (Point point : batch) {
            if (point != batch.get(0)) json.append(',');
            json.append(point.json());
        }
        return json.append("]}").toString();
    }
}
