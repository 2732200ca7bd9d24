package android.location;

import android.os.Looper;
import java.util.List;

public class LocationManager {
    public static final String FUSED_PROVIDER = "fused";
    public static final String GPS_PROVIDER = "gps";
    public static final String NETWORK_PROVIDER = "network";
    public native List<String> getProviders(boolean enabledOnly);
    public native void requestLocationUpdates(
            String provider, long milliseconds, float metres, LocationListener listener, Looper looper);
    public native void removeUpdates(LocationListener listener);
}
