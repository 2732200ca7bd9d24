package android.os;

public final class PowerManager {
    public static final int PARTIAL_WAKE_LOCK = 1;
    public native WakeLock newWakeLock(int level, String tag);
    public native boolean isIgnoringBatteryOptimizations(String name);
    public final class WakeLock {
        public native void acquire(long milliseconds);
        public native boolean isHeld();
        public native void release();
    }
}
