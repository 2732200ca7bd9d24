package android.view;

import android.graphics.Insets;

public final class WindowInsets {
    @Deprecated
    public native int getSystemWindowInsetLeft();
    @Deprecated
    public native int getSystemWindowInsetTop();
    @Deprecated
    public native int getSystemWindowInsetRight();
    @Deprecated
    public native int getSystemWindowInsetBottom();
    public native Insets getInsets(int types);
    public static final class Type {
        public static native int systemBars();
        public static native int displayCutout();
        public static native int ime();
    }
}
