package android.content;

import android.net.Uri;

public class ClipData {
    public static native ClipData newRawUri(CharSequence label, Uri address);
}
