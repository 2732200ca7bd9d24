package qa.wasl.phone.shell;

import android.app.Service;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.pm.ServiceInfo;
import android.location.Location;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import android.os.PowerManager;
import java.io.File;
import java.io.IOException;
import java.security.SecureRandom;
import qa.wasl.phone.core.Activity;
import qa.wasl.phone.core.Fix;
import qa.wasl.phone.core.FixFilter;
import qa.wasl.phone.core.Loop;
import qa.wasl.phone.core.Offer;
import qa.wasl.phone.core.OfferWatch;
import qa.wasl.phone.core.PointQueue;
import qa.wasl.phone.core.PointReporter;
import qa.wasl.phone.core.ShiftText;
import qa.wasl.phone.core.Token;

/**
 * Runs while a driver is on shift, whatever else the phone shows: measures positions, sends them, and rings for offers.
 * The page starts it and says what the driver is doing.
 */
public final class ShiftService extends Service
        implements FixSource.Listener, PointReporter.Listener, OfferWatch.Listener, Runnable {
    private static final String ACTIVITY = "activity";
    /** How often the battery is looked at. */
    private static final long ADAPT_MS = 60_000;
    /** A shift that no page has spoken of for so long was forgotten: the phone stops measuring. */
    private static final long FORGOTTEN_MS = 14 * 3_600_000L;

    /** The one of this process; null while none runs. Read and written on the main thread. */
    private static ShiftService running;

    private final Handler main = new Handler(Looper.getMainLooper());
    private final FixFilter filter = new FixFilter();
    private Installation installation;
    private Vault vault;
    private Alerts alerts;
    private Token token;
    private PointQueue queue;
    private PointReporter reporter;
    private OfferWatch offers;
    private Loop reporting;
    private Loop asking;
    private FixSource source;
    private PowerManager.WakeLock awake;
    private ConnectivityManager.NetworkCallback network;
    private long every;
    private long spokenAt;
    private PointReporter.State reported = PointReporter.State.SENT;
    private ShiftText shownText = ShiftText.SHOWN;
    private int shownWaiting;
    private boolean hasPoint;

    /** Called on the main thread by a page that is on the screen: only then Android allows it to start. */
    static void during(Context context, Activity activity) {
        SharedPreferences kept = context.getSharedPreferences("shift", MODE_PRIVATE);
        kept.edit().putString(ACTIVITY, activity.name()).apply();
        if (activity != Activity.OFF) context.startForegroundService(new Intent(context, ShiftService.class));
        else if (running != null) running.stopSelf();
        ShiftState.get().during(activity);
    }

    /** The page has a new token, or has signed out. */
    static void tokenChanged(String token) {
        if (running == null) return;
        running.token.set(token);
        running.reporting.wake();
        running.asking.wake();
    }

    @Override
    public void onCreate() {
        installation = Installation.of(this);
        vault = new Vault(this);
        alerts = new Alerts(this);
        running = this;
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        String kept = getSharedPreferences("shift", MODE_PRIVATE).getString(ACTIVITY, Activity.OFF.name());
        Activity activity = Activity.named(kept);
        try {
            // Within seconds of the start, or Android ends the process.
            startForeground(Alerts.SHIFT_ID, alerts.shift(ShiftText.SHOWN, 0), ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION);
            if (activity == null || activity == Activity.OFF) {
                stopSelf();
                return START_NOT_STICKY;
            }
            if (queue == null) begin();
            follow(activity);
        } catch (SecurityException error) {
            // Without the permission, or restarted by the system behind a dark screen.
            ShiftState.get().location("DENIED");
            giveUp();
            return START_NOT_STICKY;
        } catch (IOException error) {
            giveUp();
            return START_NOT_STICKY;
        }
        return START_STICKY;
    }

    private void begin() throws IOException {
        String account = vault.account();
        if (account == null) throw new IOException("nobody is signed in");
        token = new Token(vault.token());
        queue = PointQueue.open(Accounts.folder(this, account));
        reporter = new PointReporter(queue, installation.client, token, new SecureRandom(), this);
        offers = new OfferWatch(installation.client, token, installation.time, new SecureRandom(), this);
        reporting = new Loop("positions", reporter);
        asking = new Loop("offers", offers);
        source = new FixSource(this, this);
        PowerManager power = (PowerManager) getSystemService(POWER_SERVICE);
        // Without it the processor sleeps between two positions, and an offer waits for the next.
        awake = power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "wasl:shift");
        awake.acquire(FORGOTTEN_MS);
        followNetwork();
        alerts.shiftGoesOn();
        ShiftState.get().location("SEARCHING");
        reporting.start();
        asking.start();
        main.postDelayed(this, ADAPT_MS);
    }

    private void follow(Activity activity) {
        spokenAt = android.os.SystemClock.elapsedRealtime();
        offers.during(activity);
        adapt(activity);
        asking.wake();
        ShiftState.get().during(activity);
    }

    private void adapt(Activity activity) {
        every = source.adapt(activity);
        reporter.every(every);
    }

    /** Once a minute. */
    @Override
    public void run() {
        if (android.os.SystemClock.elapsedRealtime() - spokenAt > FORGOTTEN_MS) {
            giveUp();
            return;
        }
        try {
            adapt(ShiftState.get().activity());
        } catch (SecurityException error) {
            ShiftState.get().location("DENIED");
            giveUp();
            return;
        }
        main.postDelayed(this, ADAPT_MS);
    }

    @Override
    public void measured(Fix fix, Location location) {
        long at = installation.time.at(location.getElapsedRealtimeNanos() / 1_000_000);
        ShiftState.get().fix(location.getLatitude(), location.getLongitude(), location.getAccuracy(), at);
        if (!filter.accepts(fix, every)) return;
        queue.add(fix, at);
        // The first one puts the driver on the dispatcher's map at once.
        if (!hasPoint) reporting.wake();
        hasPoint = true;
        show();
    }

    /** Positions are measured on one thread and sent on another. */
    private synchronized void show() {
        ShiftText text = ShiftText.of(reported, queue.size());
        int waiting = ShiftText.told(queue.size());
        if (text == shownText && waiting == shownWaiting) return;
        shownText = text;
        shownWaiting = waiting;
        alerts.updateShift(text, waiting);
    }

    private synchronized void reported(PointReporter.State state) {
        reported = state;
        show();
    }

    @Override
    public void reporting(PointReporter.State state) {
        ShiftState.get().reporting(state, queue.size());
        if (state != PointReporter.State.SIGNED_OUT) {
            reported(state);
            return;
        }
        final String refused = token.get();
        main.post(new Runnable() {
            @Override
            public void run() {
                // A page may have brought another in the meantime.
                if (refused != null && refused.equals(vault.token())) vault.forgetToken();
                giveUp();
            }
        });
    }

    @Override
    public boolean offered(Offer offer) {
        // A page on the screen rings by itself; once it has left the screen, Android may silence it at any moment.
        if (PageActivity.isOnScreen()) return false;
        alerts.offer(offer);
        return true;
    }

    @Override
    public void over(Offer offer) {
        alerts.offerOver(offer);
    }

    private void followNetwork() {
        final ConnectivityManager networks = (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
        network = new ConnectivityManager.NetworkCallback() {
            @Override
            public void onAvailable(Network available) {
                reporting.wake();
                asking.wake();
            }
        };
        networks.registerDefaultNetworkCallback(network);
    }

    /** Stops, and says so: only the driver can start it again, on the page. */
    private void giveUp() {
        alerts.shiftStopped();
        stopSelf();
    }

    @Override
    public void onDestroy() {
        running = null;
        main.removeCallbacksAndMessages(null);
        if (queue != null) {
            source.stop();
            ConnectivityManager networks = (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
            networks.unregisterNetworkCallback(network);
            reporting.close();
            asking.close();
            queue.close();
            if (awake.isHeld()) awake.release();
        }
        ShiftState.get().location("OFF");
        ShiftState.get().during(Activity.OFF);
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }
}
