package android.content;

import android.net.Uri;
import android.os.Parcelable;

public class Intent implements Parcelable {
    public static final String ACTION_BATTERY_CHANGED = "android.intent.action.BATTERY_CHANGED";
    public static final String ACTION_CREATE_DOCUMENT = "android.intent.action.CREATE_DOCUMENT";
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String CATEGORY_OPENABLE = "android.intent.category.OPENABLE";
    public static final String EXTRA_INITIAL_INTENTS = "android.intent.extra.INITIAL_INTENTS";
    public static final String EXTRA_SUBJECT = "android.intent.extra.SUBJECT";
    public static final String EXTRA_TEXT = "android.intent.extra.TEXT";
    public static final String EXTRA_TITLE = "android.intent.extra.TITLE";
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 1;
    public static final int FLAG_GRANT_WRITE_URI_PERMISSION = 2;
    public static final int FLAG_ACTIVITY_NEW_TASK = 0x10000000;
    public static final int FLAG_ACTIVITY_SINGLE_TOP = 0x20000000;
    public Intent(String action) {}
    public Intent(String action, Uri data) {}
    public Intent(Context context, Class<?> type) {}
    public static native Intent createChooser(Intent target, CharSequence title);
    public native Intent setAction(String action);
    public native Intent setType(String type);
    public native Intent addCategory(String category);
    public native Intent addFlags(int flags);
    public native Intent putExtra(String name, boolean value);
    public native Intent putExtra(String name, String value);
    public native Intent putExtra(String name, Parcelable value);
    public native Intent putExtra(String name, Parcelable[] value);
    public native void setClipData(ClipData clip);
    public native Uri getData();
    public native boolean getBooleanExtra(String name, boolean otherwise);
    public native int getIntExtra(String name, int otherwise);
}
