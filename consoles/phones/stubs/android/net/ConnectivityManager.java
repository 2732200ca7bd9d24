package android.net;

public class ConnectivityManager {
    public native void registerDefaultNetworkCallback(NetworkCallback callback);
    public native void unregisterNetworkCallback(NetworkCallback callback);
    public static class NetworkCallback {
        public void onAvailable(Network network) {}
    }
}
