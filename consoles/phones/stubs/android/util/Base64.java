package android.util;

public class Base64 {
    public static final int DEFAULT = 0;
    public static final int NO_WRAP = 2;
    public static native byte[] decode(String text, int flags);
    public static native String encodeToString(byte[] bytes, int flags);
}
