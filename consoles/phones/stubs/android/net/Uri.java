package android.net;

import android.os.Parcelable;

public abstract class Uri implements Parcelable {
    public static native Uri parse(String text);
    public abstract String getScheme();
    public abstract String getHost();
    public abstract int getPort();
    public abstract String getLastPathSegment();
}
