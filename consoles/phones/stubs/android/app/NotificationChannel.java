package android.app;

import android.media.AudioAttributes;
import android.net.Uri;

public final class NotificationChannel {
    public NotificationChannel(String id, CharSequence name, int importance) {}
    public native void setSound(Uri sound, AudioAttributes attributes);
    public native void enableVibration(boolean vibration);
    public native void setVibrationPattern(long[] pattern);
    public native void setLockscreenVisibility(int visibility);
}
