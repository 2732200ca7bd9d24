package android.text;

public class TextUtils {
    public static native String htmlEncode(String text);
}
