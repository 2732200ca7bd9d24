package qa.wasl.phone.core;

/** Runs a step in a thread of its own until it is over or this is closed. */
public final class Loop {
    /** After an error of the program, which would be the same at once. */
    private static final long FAULT_PAUSE_MS = 30_000;
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final Step step;
    private final Thread thread;
    private boolean woken;
    private boolean closed;

    public Loop(String name, Step step) {
        this.step = step;
        thread = new Thread(new Runnable() {
            @Override
            public void run() {
                turn();
            }
        }, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Runs the step now instead of later. */
    public synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Waits a moment for a running step; one that still waits for an answer ends with its timeout. */
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(CLOSE_TIMEOUT_MS);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn() {
        while (true) {
            long pause;
            try {
                pause = step.run();
            } catch (RuntimeException error) {
                pause = FAULT_PAUSE_MS;
            }
            if (pause < 0 || !waited(pause)) return;
        }
    }

    /** False once closed. */
    private synchronized boolean waited(long pause) {
        long until = System.nanoTime() + pause * 1_000_000;
        for (long left = pause; !closed && !woken && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
            try {
                wait(left);
            } catch (InterruptedException error) {
                return false;
            }
        }
        woken = false;
        return !closed;
    }
}
