package android.media;

import android.net.Uri;

public class RingtoneManager {
    public static final int TYPE_RINGTONE = 1;
    public static native Uri getDefaultUri(int type);
}
