package android.webkit;

public final class URLUtil {
    public static native String guessFileName(String url, String disposition, String type);
}
