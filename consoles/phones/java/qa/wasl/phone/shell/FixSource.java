package qa.wasl.phone.shell;

import android.content.Context;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.Build;
import android.os.Bundle;
import android.os.Looper;
import java.util.List;
import qa.wasl.phone.core.Activity;
import qa.wasl.phone.core.Fix;

/** Measures positions as often as the driver's activity and the battery are worth. */
final class FixSource implements LocationListener {
    interface Listener {
        void measured(Fix fix, Location location);
    }

    private final Context context;
    private final LocationManager locations;
    private final Listener listener;
    private long every = -1;
    private boolean precise;

    FixSource(Context context, Listener listener) {
        this.context = context;
        this.listener = listener;
        locations = (LocationManager) context.getSystemService(Context.LOCATION_SERVICE);
    }

    /**
     * @return Milliseconds between two fixes.
     * @throws SecurityException if the permission was taken away.
     */
    long adapt(Activity activity) {
        Battery battery = Battery.of(context);
        long wanted = activity.every(battery.percent, battery.isCharging);
        boolean wantedPrecise = activity.isPrecise(battery.percent, battery.isCharging);
        if (wanted == every && wantedPrecise == precise) return every;
        stop();
        String provider = provider(wantedPrecise);
        if (provider == null) {
            ShiftState.get().location("UNAVAILABLE");
            return wanted;
        }
        locations.requestLocationUpdates(provider, wanted, 0, this, Looper.getMainLooper());
        every = wanted;
        precise = wantedPrecise;
        return every;
    }

    void stop() {
        every = -1;
        locations.removeUpdates(this);
    }

    private String provider(boolean wantedPrecise) {
        List<String> all = locations.getProviders(true);
        // Mixes satellites, networks and movement with the least power, where a phone has it.
        if (Build.VERSION.SDK_INT >= 31 && all.contains(LocationManager.FUSED_PROVIDER))
            return LocationManager.FUSED_PROVIDER;
        String first = wantedPrecise ? LocationManager.GPS_PROVIDER : LocationManager.NETWORK_PROVIDER;
        String second = wantedPrecise ? LocationManager.NETWORK_PROVIDER : LocationManager.GPS_PROVIDER;
        if (all.contains(first)) return first;
        return all.contains(second) ? second : null;
    }

    @Override
    public void onLocationChanged(Location location) {
        double accuracy = location.hasAccuracy() ? location.getAccuracy() : 1_000;
        double speed = location.hasSpeed() ? location.getSpeed() : -1;
        double heading = location.hasBearing() ? location.getBearing() : -1;
        long elapsed = location.getElapsedRealtimeNanos() / 1_000_000;
        listener.measured(
                new Fix(location.getLatitude(), location.getLongitude(), accuracy, speed, heading, elapsed), location);
    }

    @Override
    public void onProviderEnabled(String provider) {
        ShiftState.get().location("SEARCHING");
    }

    /** The driver switched positions off for the whole phone. */
    @Override
    public void onProviderDisabled(String provider) {
        ShiftState.get().location("UNAVAILABLE");
    }

    // Before Android 11 it has to be there.
    @Override
    public void onStatusChanged(String provider, int status, Bundle extras) {}
}
