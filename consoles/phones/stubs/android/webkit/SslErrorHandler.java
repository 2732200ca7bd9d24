package android.webkit;

import android.os.Handler;

public class SslErrorHandler extends Handler {
    public native void cancel();
}
